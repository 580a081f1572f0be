// The stage in a view: one drawing that Preact leaves alone, drawn again at each change.
import { createStage } from "./stage/draw.js";

/**
 * Draw `latest.current` into `element`, now and at each change of its size; return a function that ends that. It is
 * a view with a `row`, {path, chain, leader, epoch, strategy?}: the members in their order, or those that race.
 * words: the recipe's words: crown(row, narrow), below the crown; stand(row, entry), above a znode where nobody leads;
 * lingersMs: how long a member that has gone still shows.
 */
export function begin(element, stage, latest, words) {
  const { choose, clock } = latest.current;
  stage.current = createStage(element, {
    ...words,
    clock,
    choose: (id) => choose({ candidate: latest.current.chosen.candidate === id ? null : id }),
    chooseZnode: (path) => choose({ znode: path }),
    unfold: () => choose({ unfolded: true }),
  });
  const redraw = () => {
    stage.current?.measure();
    stage.current?.draw(latest.current);
  };
  const resized = new ResizeObserver(redraw);
  resized.observe(element);
  redraw();
  return () => (resized.disconnect(), stage.current.end(), (stage.current = null));
}
