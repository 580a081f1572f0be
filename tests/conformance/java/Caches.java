import java.io.BufferedReader;
import java.io.InputStreamReader;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.curator.framework.recipes.cache.PathChildrenCache;
import org.apache.curator.framework.recipes.cache.PathChildrenCache.StartMode;
import org.apache.curator.framework.recipes.cache.TreeCache;
import org.apache.curator.retry.RetryOneTime;

/**
 * Three caches of Curator's on one client and path: java Caches HOSTS PATH.
 *
 * Each says its name, what has happened and the path: "tree added /path/a". After "ready" all three
 * hold what there was. The end of its input is its own end: it never outlives the test.
 */
public class Caches {
    private static final int SESSION_TIMEOUT_MS = 30000;
    private static final int CONNECTION_TIMEOUT_MS = 5000;

    public static void main(String[] arguments) throws Exception {
        CuratorFramework client =
                CuratorFrameworkFactory.newClient(
                        arguments[0],
                        SESSION_TIMEOUT_MS,
                        CONNECTION_TIMEOUT_MS,
                        new RetryOneTime(100));
        client.start();
        String path = arguments[1];
        startCuratorCache(client, path);
        startPathChildrenCache(client, path);
        startTreeCache(client, path);
        new BufferedReader(new InputStreamReader(System.in)).readLine();
        System.exit(0);
    }

    private static void startCuratorCache(CuratorFramework client, String path) {
        CuratorCache cache = CuratorCache.build(client, path);
        CuratorCacheListener listener =
                CuratorCacheListener.builder()
                        .forCreates(node -> say("curator added " + node.getPath()))
                        .forChanges((before, node) -> say("curator updated " + node.getPath()))
                        .forDeletes(node -> say("curator removed " + node.getPath()))
                        .forInitialized(() -> say("curator ready"))
                        .build();
        cache.listenable().addListener(listener);
        cache.start();
    }

    private static void startPathChildrenCache(CuratorFramework client, String path)
            throws Exception {
        PathChildrenCache cache = new PathChildrenCache(client, path, true);
        cache.getListenable()
                .addListener(
                        (from, event) -> tell("children", event.getType().name(), event.getData()));
        cache.start(StartMode.POST_INITIALIZED_EVENT);
    }

    private static void startTreeCache(CuratorFramework client, String path) throws Exception {
        TreeCache cache = new TreeCache(client, path);
        cache.getListenable()
                .addListener(
                        (from, event) -> tell("tree", event.getType().name(), event.getData()));
        cache.start();
    }

    private static void tell(String who, String event, ChildData node) {
        if (event.equals("INITIALIZED")) {
            say(who + " ready");
        } else if (node != null) {
            say(who + " " + event.replaceAll("(CHILD|NODE)_", "").toLowerCase() + " " + node.getPath());
        }
    }

    private static synchronized void say(String what) {
        System.out.println(what);
    }
}
