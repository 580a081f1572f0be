import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.framework.recipes.leader.LeaderSelector;
import org.apache.curator.framework.recipes.leader.LeaderSelectorListenerAdapter;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.retry.ExponentialBackoffRetry;

/**
 * A program with one of Curator's recipes: java Foreign KIND HOSTS PATH SESSION_TIMEOUT_MS NAME.
 *
 * KIND is latch, selector (terms of 150 ms, again and again), write or read (a side of a read/write
 * lock, held for 1.5 s, again and again). It says "session NANOS 0x…", "leading NANOS" and "ended
 * NANOS" with the moments of System.nanoTime(), which on Linux is the one clock of all processes,
 * and "stopped NANOS" when it has left after the line "stop" on its input. The end of its input is
 * its own end.
 */
public class Foreign {
    private static final int CONNECTION_TIMEOUT_MS = 5000;
    private static final int TERM_MS = 150;
    private static final int HOLD_MS = 1500;

    public static void main(String[] arguments) throws Exception {
        CuratorFramework client =
                CuratorFrameworkFactory.newClient(
                        arguments[1],
                        Integer.parseInt(arguments[3]),
                        CONNECTION_TIMEOUT_MS,
                        new ExponentialBackoffRetry(200, 20, 1000));
        client.getConnectionStateListenable()
                .addListener((one, state) -> {
                    if (state.isConnected()) {
                        tellSession(one);
                    }
                });
        client.start();
        Callable<Void> stop = join(arguments[0], client, arguments[2], arguments[4]);
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in));
        if ("stop".equals(orders.readLine())) {
            stop.call();
            client.close();
            say("stopped");
        }
        System.exit(0);
    }

    private static Callable<Void> join(
            String kind, CuratorFramework client, String path, String name) throws Exception {
        if (kind.equals("latch")) {
            return joinLatch(client, path, name);
        }
        if (kind.equals("selector")) {
            return joinSelector(client, path, name);
        }
        return share(kind.equals("write"), client, path, name);
    }

    private static Callable<Void> joinLatch(CuratorFramework client, String path, String name)
            throws Exception {
        LeaderLatch latch = new LeaderLatch(client, path, name);
        latch.addListener(
                new LeaderLatchListener() {
                    @Override
                    public void isLeader() {
                        say("leading");
                    }

                    @Override
                    public void notLeader() {
                        say("ended");
                    }
                });
        latch.start();
        return () -> {
            latch.close();
            return null;
        };
    }

    private static Callable<Void> joinSelector(CuratorFramework client, String path, String name) {
        LeaderSelector selector =
                new LeaderSelector(
                        client,
                        path,
                        new LeaderSelectorListenerAdapter() {
                            @Override
                            public void takeLeadership(CuratorFramework one) throws Exception {
                                hold(TERM_MS);
                            }
                        });
        selector.setId(name);
        selector.autoRequeue();
        selector.start();
        return () -> {
            selector.close();
            return null;
        };
    }

    private static Callable<Void> share(
            boolean writes, CuratorFramework client, String path, String name) {
        InterProcessReadWriteLock lock =
                new InterProcessReadWriteLock(client, path, name.getBytes(StandardCharsets.UTF_8));
        Thread thread = new Thread(() -> takeTurns(writes ? lock.writeLock() : lock.readLock()));
        thread.setDaemon(true);
        thread.start();
        return () -> {
            thread.interrupt();
            thread.join();
            return null;
        };
    }

    private static void takeTurns(InterProcessMutex side) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                side.acquire();
                try {
                    hold(HOLD_MS);
                } finally {
                    side.release();
                }
            } catch (InterruptedException stopped) {
                return;
            } catch (Exception lost) {
                say("lost");
            }
        }
    }

    private static void hold(int milliseconds) throws InterruptedException {
        say("leading");
        try {
            Thread.sleep(milliseconds);
        } finally {
            say("ended");
        }
    }

    private static void tellSession(CuratorFramework client) {
        try {
            long session = client.getZookeeperClient().getZooKeeper().getSessionId();
            say("session", "0x" + Long.toHexString(session));
        } catch (Exception gone) {
            say("lost");
        }
    }

    private static void say(String what, String... more) {
        System.out.println(what + " " + System.nanoTime() + " " + String.join(" ", more));
    }
}
