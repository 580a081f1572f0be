import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.function.BooleanSupplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderSelector;
import org.apache.curator.framework.recipes.leader.LeaderSelectorListenerAdapter;
import org.apache.curator.retry.RetryForever;

/**
 * Stands for election with Curator: java Believer latch|selector ZOOKEEPER PATH HOST:PORT MS.
 *
 * HOST:PORT is its name, where it answers with 200 if it believes that it leads, else with 503; MS
 * is the timeout of its session. Ended by SIGTERM, it leaves the election.
 */
public class Believer {
    public static void main(String[] arguments) throws Exception {
        String path = arguments[2], name = arguments[3];
        CuratorFramework client =
                CuratorFrameworkFactory.newClient(
                        arguments[1], Integer.parseInt(arguments[4]), 1000, new RetryForever(200));
        client.start();
        BooleanSupplier leads =
                arguments[0].equals("latch")
                        ? latch(client, path, name)
                        : selector(client, path, name);
        String[] address = name.split(":");
        HttpServer server =
                HttpServer.create(
                        new InetSocketAddress(address[0], Integer.parseInt(address[1])), 0);
        server.createContext(
                "/",
                asked -> {
                    asked.sendResponseHeaders(leads.getAsBoolean() ? 200 : 503, -1);
                    asked.close();
                });
        server.start();
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    server.stop(0);
                                    client.close();
                                }));
    }

    private static BooleanSupplier latch(CuratorFramework client, String path, String name)
            throws Exception {
        LeaderLatch latch = new LeaderLatch(client, path, name);
        latch.start();
        return latch::hasLeadership;
    }

    private static BooleanSupplier selector(CuratorFramework client, String path, String name) {
        LeaderSelector selector = new LeaderSelector(client, path, new Leads());
        selector.setId(name);
        selector.autoRequeue();
        selector.start();
        return selector::hasLeadership;
    }

    /** Leads until its base class interrupts it, when the connection is lost. */
    private static class Leads extends LeaderSelectorListenerAdapter {
        @Override
        public void takeLeadership(CuratorFramework client) throws InterruptedException {
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
