import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.concurrent.CountDownLatch;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.retry.RetryOneTime;

/**
 * Joins a Curator LeaderLatch again and again: java Passing HOSTS PATH SESSION_TIMEOUT_MS.
 *
 * After the line "join" it joins with a new latch of the same session and says "joined" when its
 * znode is there; after "leave" it closes the latch and says "left NANOS", the moment before. When
 * it leads, it says "leading NANOS". Both moments are of System.nanoTime(), which on Linux is the
 * one clock of all processes. The end of its input is its own end.
 */
public class Passing {
    private static final int CONNECTION_TIMEOUT_MS = 5000;

    public static void main(String[] arguments) throws Exception {
        CuratorFramework client =
                CuratorFrameworkFactory.newClient(
                        arguments[0],
                        Integer.parseInt(arguments[2]),
                        CONNECTION_TIMEOUT_MS,
                        new RetryOneTime(100));
        client.start();
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in));
        while ("join".equals(orders.readLine())) {
            LeaderLatch latch = join(client, arguments[1]);
            if (!"leave".equals(orders.readLine())) {
                break;
            }
            long before = System.nanoTime();
            latch.close();
            say("left " + before);
        }
        System.exit(0);
    }

    private static LeaderLatch join(CuratorFramework client, String path) throws Exception {
        LeaderLatch latch = new LeaderLatch(client, path);
        CountDownLatch joined = new CountDownLatch(1);
        latch.addListener(new Teller(joined));
        latch.start();
        while (latch.getOurPath() == null) {
            Thread.sleep(1);
        }
        say("joined");
        joined.countDown();
        return latch;
    }

    private static void say(String what) {
        System.out.println(what);
    }

    /** It may lead before the other thread has seen that it joined: that is told first. */
    private static class Teller implements LeaderLatchListener {
        private final CountDownLatch joined;

        private Teller(CountDownLatch joined) {
            this.joined = joined;
        }

        @Override
        public void isLeader() {
            long since = System.nanoTime();
            try {
                joined.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            }
            say("leading " + since);
        }

        @Override
        public void notLeader() {}
    }
}
