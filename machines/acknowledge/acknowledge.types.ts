export type ErrorMark = { id: string; componentId: string; isAcknowledged: boolean };

export type AcknowledgeChoice =
  | { kind: 'errors'; ids: readonly string[] }
  | { kind: 'component'; componentId: string }
  | { kind: 'pipeline' }
  | { kind: 'site' };

export type EntryState = 'unacknowledged' | 'acknowledging' | 'acknowledged' | 'reopening';

export type AcknowledgeContext = {
  entries: readonly ErrorMark[];
  /** Acknowledged here, until the service reports it. */
  marked: readonly string[];
  /** Like `marked`, for reopened errors. */
  reopened: readonly string[];
  expanded: readonly string[];
  /** The choice of the call in flight. */
  asked: AcknowledgeChoice | undefined;
};

export type AcknowledgeEvent =
  | { type: 'entries.read'; entries: readonly ErrorMark[] }
  | { type: 'row.expand'; id: string }
  | { type: 'row.collapse'; id: string }
  | { type: 'acknowledge.requested'; choice: AcknowledgeChoice }
  | { type: 'unacknowledge.requested'; ids: readonly string[] };
