export type TapRequest = {
  pipelineId: string;
  componentId: string;
  limit: number;
  /** Ends the tap with TAP_FULL rather than exceed this. Without it, long events are cut. */
  maxBytes?: number;
  /** Allows restarting a Collector; without it, none is tapped. */
  mayRestart?: true;
};
export const TAP_FULL = 'The limit of bytes was reached';
/**
 * `isText`: plain text, read as the field `message`; otherwise a JSON object. `origin`: JSON text of
 * `@origin`, if known.
 */
export type TapEvent = { text: string; at: number; isText?: true; origin?: string };
export type Tap = { stop(): void };
