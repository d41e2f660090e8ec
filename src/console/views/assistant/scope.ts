import type { ChatMessage } from '../../../../machines/chat-conversation/index.ts';

/** What the panel publishes for its commands. */
export type AssistantScope = {
  /** Why the text cannot be sent, or true. */
  maySend: true | string;
  isBusy: boolean;
  isEmpty: boolean;
  options: readonly string[];
  openProposal: ChatMessage | undefined;
  /** The newest applied one, with why it cannot be taken back. */
  lastApplied: { message: ChatMessage; mayUndo: true | string } | undefined;
  lastReply: string | undefined;
  lastQuestion: string | undefined;
  isConnected: boolean;
  /** Ten attempts to connect failed. */
  isGivenUp: boolean;
  isUnrated: boolean;
  send: () => void;
  ask: (text: string) => void;
  connect: () => void;
  stop: () => void;
  clear: () => void;
  /** A kept conversation, by its id. */
  open: (id: string) => void;
  remove: (id: string) => void;
  apply: (message: ChatMessage) => void;
  /** Takes it to the editor. */
  edit: (message: ChatMessage) => void;
  reject: (message: ChatMessage) => void;
  undo: (message: ChatMessage) => void;
  rateGood: () => void;
  rateBad: () => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    assistant: AssistantScope;
  }
}
