import java.io.BufferedReader;
import java.io.InputStreamReader;
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
        latch.addListener(new Teller());
        latch.start();
        while (latch.getOurPath() == null) {
            Thread.sleep(1);
        }
        say("joined");
        return latch;
    }

    private static void say(String what) {
        System.out.println(what);
    }

    private static class Teller implements LeaderLatchListener {
        @Override
        public void isLeader() {
            say("leading " + System.nanoTime());
        }

        @Override
        public void notLeader() {}
    }
}
