import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.RetryOneTime;

/**
 * Holds many Curator locks on one client: java Many HOSTS PATH COUNT SESSION_TIMEOUT_MS.
 *
 * It says "ready" when it is connected. After the line "acquire" it acquires the locks below PATH,
 * one after the other, and says "acquired NANOS", how long that took; after "release" it releases
 * them and says "released NANOS". The end of its input is its own end.
 */
public class Many {
    private static final int CONNECTION_TIMEOUT_MS = 5000;

    public static void main(String[] arguments) throws Exception {
        CuratorFramework client =
                CuratorFrameworkFactory.newClient(
                        arguments[0],
                        Integer.parseInt(arguments[3]),
                        CONNECTION_TIMEOUT_MS,
                        new RetryOneTime(100));
        client.start();
        client.blockUntilConnected();
        List<InterProcessMutex> locks = new ArrayList<>();
        for (int number = 0; number < Integer.parseInt(arguments[2]); number++) {
            locks.add(new InterProcessMutex(client, arguments[1] + "/" + number));
        }
        System.out.println("ready");
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            boolean acquires = "acquire".equals(order);
            long began = System.nanoTime();
            for (InterProcessMutex lock : locks) {
                if (acquires) {
                    lock.acquire();
                } else {
                    lock.release();
                }
            }
            System.out.println((acquires ? "acquired " : "released ") + (System.nanoTime() - began));
        }
        System.exit(0);
    }
}
