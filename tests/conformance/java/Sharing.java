import java.io.BufferedReader;
import java.io.InputStreamReader;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreV2;
import org.apache.curator.retry.RetryOneTime;

/**
 * One client of what several may hold at once: java Sharing HOSTS PATH SESSION_TIMEOUT_MS.
 *
 * After the line "read", "write" or "lease N" it asks for a read lock, a write lock or one of N
 * leases at PATH, in a thread of its own, and says "held" once it has it. The end of its input is
 * its own end.
 */
public class Sharing {
    private static final int CONNECTION_TIMEOUT_MS = 5000;

    public static void main(String[] arguments) throws Exception {
        CuratorFramework client =
                CuratorFrameworkFactory.newClient(
                        arguments[0],
                        Integer.parseInt(arguments[2]),
                        CONNECTION_TIMEOUT_MS,
                        new RetryOneTime(100));
        client.start();
        client.blockUntilConnected();
        System.out.println("ready");
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in));
        String order = orders.readLine();
        while (order != null) {
            ask(client, arguments[1], order.split(" "));
            order = orders.readLine();
        }
        System.exit(0);
    }

    private static void ask(CuratorFramework client, String path, String[] order) {
        new Thread(
                        () -> {
                            try {
                                acquire(client, path, order);
                                System.out.println("held");
                            } catch (Exception error) {
                                System.out.println(error);
                            }
                        })
                .start();
    }

    private static void acquire(CuratorFramework client, String path, String[] order)
            throws Exception {
        if (order[0].equals("lease")) {
            new InterProcessSemaphoreV2(client, path, Integer.parseInt(order[1])).acquire();
            return;
        }
        InterProcessReadWriteLock lock = new InterProcessReadWriteLock(client, path);
        if (order[0].equals("read")) {
            lock.readLock().acquire();
        } else {
            lock.writeLock().acquire();
        }
    }
}
