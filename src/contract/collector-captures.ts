/** Why no events are captured on a site of Collectors, and what to do instead. */
export const NO_CAPTURE_ON_COLLECTORS =
  'This site runs on Collectors, whose events cannot be captured; paste events, upload a file or use a saved sample';
