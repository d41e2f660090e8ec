/** What a screen is about: the node of its graph that Tab reaches, or the rows of its list. */
const CONTENT =
  '[data-main-content] [data-node][tabindex="0"], [data-main-content] :is([role="grid"],[role="treegrid"])[data-filled]';

/** Moves the focus to what the screen is about. Returns false where there is nothing yet. */
export function focusContent(): boolean {
  const content = document.querySelector<HTMLElement>(`#content :is(${CONTENT})`);
  content?.focus({ preventScroll: true });
  return content !== null;
}

/** On the way: on nothing, the screen itself or its heading. */
const isOnTheWay = (): boolean =>
  document.activeElement === document.body ||
  document.activeElement?.matches('#content, #content h1') === true;

const USED = ['keydown', 'pointerdown'] as const;

/** Moves the focus to the content once it is there, unless the user acts first. Returns a function that stops. */
export function focusContentWhenThere(main: HTMLElement): () => void {
  const look = () => {
    if (!isOnTheWay() || focusContent()) stop();
  };
  const observer = new MutationObserver(look);
  function stop(): void {
    observer.disconnect();
    for (const event of USED) window.removeEventListener(event, stop);
  }
  for (const event of USED) window.addEventListener(event, stop);
  observer.observe(main, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['data-filled', 'tabindex'],
  });
  look();
  return stop;
}
