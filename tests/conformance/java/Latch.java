import java.io.BufferedReader;
import java.io.InputStreamReader;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.retry.RetryOneTime;

/**
 * One participant of a Curator LeaderLatch: java Latch HOSTS PATH SESSION_TIMEOUT_MS.
 *
 * It says "waiting" when it has joined, "leading" and "not leading" when that changes, and "closed"
 * when it has left after the line "close" on its input. The end of its input is its own end: it
 * never outlives the test.
 */
public class Latch {
    private static final int CONNECTION_TIMEOUT_MS = 5000;

    public static void main(String[] arguments) throws Exception {
        CuratorFramework client =
                CuratorFrameworkFactory.newClient(
                        arguments[0],
                        Integer.parseInt(arguments[2]),
                        CONNECTION_TIMEOUT_MS,
                        new RetryOneTime(100));
        client.start();
        LeaderLatch latch = new LeaderLatch(client, arguments[1]);
        latch.addListener(new Teller());
        latch.start();
        say("waiting");
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in));
        if ("close".equals(orders.readLine())) {
            latch.close();
            client.close();
            say("closed");
        }
        System.exit(0);
    }

    private static void say(String what) {
        System.out.println(what);
    }

    private static class Teller implements LeaderLatchListener {
        @Override
        public void isLeader() {
            say("leading");
        }

        @Override
        public void notLeader() {
            say("not leading");
        }
    }
}
