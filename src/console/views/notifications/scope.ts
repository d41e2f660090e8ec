import type { AcknowledgeChoice, AcknowledgeSnapshot } from '../../../../machines/acknowledge/index.ts';
import type { Notification } from '../../../contract/entities/notification.ts';

export type NotificationsScope = {
  snapshot: AcknowledgeSnapshot;
  notifications: readonly Notification[];
  /** Ids of the visible selected rows, else of the cursor row. */
  chosenIds: readonly string[];
  unread: number;
  acknowledge: (choice: AcknowledgeChoice) => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    notifications: NotificationsScope;
  }
}
