import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderSelector;
import org.apache.curator.framework.recipes.leader.LeaderSelectorListenerAdapter;
import org.apache.curator.retry.RetryOneTime;

/**
 * Participants of one Curator LeaderSelector, each with a session of its own: java Selector HOSTS
 * PATH COUNT TERM_MS. Each leads for so long, and queues again.
 *
 * It says "leading" at the beginning of each term. The end of its input is its own end: it never
 * outlives the test.
 */
public class Selector {
    public static void main(String[] arguments) throws Exception {
        long term = Long.parseLong(arguments[3]);
        for (int number = 0; number < Integer.parseInt(arguments[2]); number++) {
            CuratorFramework client =
                    CuratorFrameworkFactory.newClient(
                            arguments[0], 10000, 5000, new RetryOneTime(100));
            client.start();
            LeaderSelector selector = new LeaderSelector(client, arguments[1], new Term(term));
            selector.autoRequeue();
            selector.start();
        }
        while (System.in.read() >= 0) {}
        System.exit(0);
    }

    private static class Term extends LeaderSelectorListenerAdapter {
        private final long milliseconds;

        Term(long milliseconds) {
            this.milliseconds = milliseconds;
        }

        @Override
        public void takeLeadership(CuratorFramework client) throws Exception {
            System.out.println("leading");
            Thread.sleep(milliseconds);
        }
    }
}
