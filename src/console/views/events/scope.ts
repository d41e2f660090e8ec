import type { AcknowledgeChoice, AcknowledgeSnapshot } from '../../../../machines/acknowledge/index.ts';
import type { Notification } from '../../../contract/entities/notification.ts';

/** What the screen of notifications publishes; its functions are stable. */
export type NotificationsScope = {
  snapshot: AcknowledgeSnapshot;
  /** Those on screen. */
  notifications: readonly Notification[];
  /** Ids of the selected rows that are shown, else of the cursor row. */
  chosenIds: readonly string[];
  /** Unread in the whole site. */
  unread: number;
  acknowledge: (choice: AcknowledgeChoice) => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    notifications: NotificationsScope;
  }
}
