/** One line of the list: an error of a component, as the service told of it. */
export type ErrorMark = { id: string; componentId: string; isAcknowledged: boolean };

/** What is to be acknowledged: single errors, a component's, all of the pipeline, or all of the site. */
export type AcknowledgeChoice =
  | { kind: 'errors'; ids: readonly string[] }
  | { kind: 'component'; componentId: string }
  | { kind: 'pipeline' }
  | { kind: 'site' };

export type EntryState = 'unacknowledged' | 'acknowledging' | 'acknowledged' | 'reopening';

export type AcknowledgeContext = {
  entries: readonly ErrorMark[];
  /** Marked here, until the service tells the same (R4-106). */
  marked: readonly string[];
  /** Made open again here, until the service tells the same. */
  reopened: readonly string[];
  /** Ids of the opened rows. */
  expanded: readonly string[];
  /** What is under way, acknowledging or the opposite. */
  asked: AcknowledgeChoice | undefined;
};

export type AcknowledgeEvent =
  | { type: 'entries.read'; entries: readonly ErrorMark[] }
  | { type: 'row.expand'; id: string }
  | { type: 'row.collapse'; id: string }
  | { type: 'acknowledge.requested'; choice: AcknowledgeChoice }
  | { type: 'unacknowledge.requested'; ids: readonly string[] };
