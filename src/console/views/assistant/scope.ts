import type { ChatMessage } from '../../../../machines/chat-conversation/index.ts';

/** Published by the panel for its commands. */
export type AssistantScope = {
  /** True, or why the text cannot be sent. */
  maySend: true | string;
  isBusy: boolean;
  isEmpty: boolean;
  options: readonly string[];
  openProposal: ChatMessage | undefined;
  /** The newest applied one, and whether it can be undone. */
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
  /** Opens a stored conversation. */
  open: (id: string) => void;
  remove: (id: string) => void;
  apply: (message: ChatMessage) => void;
  /** Opens it in the editor. */
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
