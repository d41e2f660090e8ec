/** What a screen is about: the node of its graph or the row that Tab reaches, the rows of its list, or what scrolls. */
const CONTENT =
  '[data-main-content] :is([data-node],[data-row])[tabindex="0"], [data-main-content] :is([role="grid"],[role="treegrid"])[data-filled], [data-main-content][role="region"]';

/** Moves the focus to what the screen is about. Returns false where there is nothing yet. */
export function focusContent(): boolean {
  const content = document.querySelector<HTMLElement>(`#content :is(${CONTENT})`);
  content?.focus({ preventScroll: true });
  // A card that is not placed yet takes none.
  return content !== null && content === document.activeElement;
}

/** On the way: on nothing, the screen itself, its heading or a tab. */
const isOnTheWay = (): boolean =>
  document.activeElement === document.body ||
  document.activeElement?.matches('#content, #content h1, #content [role="tab"]') === true;

const USED = ['keydown', 'pointerdown'] as const;
/** In milliseconds. */
const PATIENCE_MS = 5000;

/** Moves the focus to the content once it is drawn, unless the user acts first. Returns a function that stops. */
export function focusContentWhenThere(): () => void {
  const end = performance.now() + PATIENCE_MS;
  let frame = 0;
  const look = () => {
    if (!isOnTheWay() || focusContent() || performance.now() > end) stop();
    else frame = requestAnimationFrame(look);
  };
  function stop(): void {
    cancelAnimationFrame(frame);
    for (const event of USED) window.removeEventListener(event, stop);
  }
  for (const event of USED) window.addEventListener(event, stop);
  frame = requestAnimationFrame(look);
  return stop;
}
