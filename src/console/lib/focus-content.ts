/** Main content of a screen: the focusable node of its graph, row of its list, or scrolling part. */
const CONTENT =
  '[data-main-content] :is([data-node],[data-row])[tabindex="0"], [data-main-content] :is([role="grid"],[role="treegrid"])[data-filled], section[data-main-content][tabindex]';

/** Focuses the screen's main content. False if there is none yet. */
export function focusContent(): boolean {
  const content = document.querySelector<HTMLElement>(`#content :is(${CONTENT})`);
  content?.focus({ preventScroll: true });
  // An unplaced card cannot be focused.
  return content !== null && content === document.activeElement;
}

/** Focus is nowhere, on the screen itself, its heading or a tab. */
const isOnTheWay = (): boolean =>
  document.activeElement === document.body ||
  document.activeElement?.matches('#content, #content h1, #content [role="tab"]') === true;

const USED = ['keydown', 'pointerdown'] as const;
/** In milliseconds. */
const PATIENCE_MS = 5000;

/** Focuses the content once it is drawn, unless the user acts first. Returns a function that stops. */
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
