export type TapRequest = {
  pipelineId: string;
  componentId: string;
  limit: number;
  /**
   * Sends whole events and ends the tap with TAP_FULL before this is exceeded. Without it, long events are
   * cut.
   */
  maxBytes?: number;
  /** A Collector may be restarted for it; without it, none is tapped. */
  mayRestart?: true;
};
export const TAP_FULL = 'The limit of bytes was reached';
/**
 * `isText`: plain text, readable as the field `message`; otherwise a JSON object. `origin`: JSON text of `@origin`,
 * where it is known.
 */
export type TapEvent = { text: string; at: number; isText?: true; origin?: string };
export type Tap = { stop(): void };
