/** Why no events are captured on a site of Collectors, and what to do instead. */
export const NO_CAPTURE_ON_COLLECTORS =
  'Events of Collectors cannot be captured; preview pasted events, a file or a saved sample';

/** Why no events of a site are captured; undefined where they are. */
export const findCaptureRefusal = (site: { engine: string } | undefined): string | undefined =>
  site?.engine === 'collectors' ? NO_CAPTURE_ON_COLLECTORS : undefined;
