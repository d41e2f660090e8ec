import { and, assign, emit, or, setup, stateIn } from 'xstate';
import {
  type Applied,
  type ChatAnswer,
  type ChatFunctionType,
  type ChatLink,
  FEEDBACK_GOOD,
  PROPOSAL_OUTCOMES,
  type Proposal,
  type ProposalOutcome,
} from '../../src/contract/assistant.ts';

/** `past`: undecided in a reopened conversation; its subject has changed since. */
export type ProposalState = 'open' | 'applying' | 'failed' | 'past' | ProposalOutcome;

/** `System` is the assistant (specification, section 3). */
export type ChatMessage = {
  id: number;
  source: 'User' | 'System';
  message: string;
  /** What was read for the answer. */
  steps: readonly string[];
  links: readonly ChatLink[];
  proposal?: Proposal;
  proposalState?: ProposalState;
  /** Data for its undo. */
  applied?: Applied;
  /** Why the answer or the proposal failed. */
  failure?: string;
};

/** As stored by the service, with the outcome of its proposal. */
type OpenedMessage = Omit<ChatMessage, 'id' | 'proposalState' | 'applied'> & {
  outcome?: { state: ProposalOutcome; applied?: Applied | undefined } | undefined;
};

export type ChatConversationContext = {
  messages: readonly ChatMessage[];
  /** Sentences to choose from. */
  options: readonly string[];
  isConnected: boolean;
  nextId: number;
};

export type ChatConversationEvent =
  | { type: 'connection.opened' }
  | { type: 'connection.lost' }
  | { type: 'message.sent'; text: string }
  | { type: 'answer.received'; answer: ChatAnswer }
  | { type: 'reply.stopped' }
  | { type: 'rated.good' }
  | { type: 'rated.bad' }
  | { type: 'feedback.submitted'; reasons: readonly string[]; text: string }
  | { type: 'feedback.closed' }
  | {
      type: 'proposal.settled';
      messageId: number;
      state: ProposalState;
      applied?: Applied;
      failure?: string;
    }
  | { type: 'conversation.opened'; messages: readonly OpenedMessage[] }
  | { type: 'conversation.cleared' };

export type ChatConversationInput = Pick<Partial<ChatConversationContext>, 'messages' | 'options'>;

/** Requests to the service. */
export type RequestWanted = {
  type: 'request.wanted';
  functionType: ChatFunctionType;
  message: string;
  metadata: Record<string, unknown>;
};

/** The person's last message; its id is the turn. */
const findTurn = ({ messages }: ChatConversationContext): number | undefined =>
  messages.findLast(({ source }) => source === 'User')?.id;

const isOutcome = (state: ProposalState): state is ProposalOutcome =>
  PROPOSAL_OUTCOMES.some((one) => one === state);

/** Late parts of a stopped reply belong to no later one. */
const isOfTurn = (context: ChatConversationContext, { metadata }: ChatAnswer): boolean =>
  metadata.turn === undefined || metadata.turn === findTurn(context);

function extendReply(reply: ChatMessage, { responseChunk, metadata }: ChatAnswer): ChatMessage {
  const { step, links = [], proposal, failed } = metadata;
  return {
    ...reply,
    message: reply.message + responseChunk,
    steps: step === undefined ? reply.steps : [...reply.steps, step],
    links: [...reply.links, ...links],
    ...(proposal ? { proposal, proposalState: 'open' as const } : {}),
    ...(failed === undefined ? {} : { failure: failed }),
  };
}

/** Adds an answer to the last reply, or starts one after a person's message. */
function addAnswer(context: ChatConversationContext, answer: ChatAnswer): Partial<ChatConversationContext> {
  const { options = [] } = answer.metadata;
  if (answer.functionType === 'CHAT_OPTIONS') return { options };
  const { messages, nextId } = context;
  const last = messages.at(-1);
  if (last?.source === 'System') return { messages: [...messages.slice(0, -1), extendReply(last, answer)] };
  const begun: ChatMessage = { id: nextId, source: 'System', message: '', steps: [], links: [] };
  return { messages: [...messages, extendReply(begun, answer)], nextId: nextId + 1 };
}

/**
 * A conversation with the assistant, and feedback on its last reply. Proposals do not run here: the machine's
 * owner applies them after a key press, and reports with `proposal.settled`.
 */
export const chatConversationMachine = setup({
  types: {
    context: {} as ChatConversationContext,
    input: {} as ChatConversationInput,
    events: {} as ChatConversationEvent,
    emitted: {} as RequestWanted,
  },
  guards: {
    isSendable: ({ context, event }) =>
      event.type === 'message.sent' && event.text.trim() !== '' && context.isConnected,
    isChunk: ({ context, event }) =>
      event.type === 'answer.received' &&
      !['CHAT_OPTIONS', 'MESSAGE_STREAM_ENDED'].includes(event.answer.functionType) &&
      isOfTurn(context, event.answer),
    isEnd: ({ context, event }) =>
      event.type === 'answer.received' &&
      event.answer.functionType === 'MESSAGE_STREAM_ENDED' &&
      isOfTurn(context, event.answer),
    isOptions: ({ event }) =>
      event.type === 'answer.received' && event.answer.functionType === 'CHAT_OPTIONS',
    hasReply: ({ context }) => context.messages.at(-1)?.source === 'System',
    hasReason: ({ event }) =>
      event.type === 'feedback.submitted' && (event.reasons.length > 0 || event.text.trim() !== ''),
    hasProposal: ({ context, event }) =>
      event.type === 'proposal.settled' &&
      context.messages.some(({ id, proposal }) => id === event.messageId && proposal !== undefined),
    isOutcome: ({ context, event }) =>
      event.type === 'proposal.settled' &&
      isOutcome(event.state) &&
      context.messages.some(({ id, proposal }) => id === event.messageId && proposal?.id !== undefined),
    isEmpty: ({ context }) => context.messages.length === 0,
  },
  actions: {
    connect: assign({ isConnected: true }),
    disconnect: assign({ isConnected: false }),
    addMessage: assign(({ context, event }) => {
      if (event.type !== 'message.sent') return {};
      const { messages, nextId } = context;
      const said: ChatMessage = {
        id: nextId,
        source: 'User',
        message: event.text.trim(),
        steps: [],
        links: [],
      };
      return { messages: [...messages, said], nextId: nextId + 1, options: [] };
    }),
    ask: emit(({ context, event }) => ({
      type: 'request.wanted' as const,
      functionType: 'ORION' as const,
      message: event.type === 'message.sent' ? event.text.trim() : '',
      metadata: { turn: findTurn(context) },
    })),
    abort: emit({
      type: 'request.wanted' as const,
      functionType: 'ABORT_CHAT' as const,
      message: '',
      metadata: {},
    }),
    rateGood: emit({
      type: 'request.wanted' as const,
      functionType: 'RESPONSE_FEEDBACK' as const,
      message: FEEDBACK_GOOD,
      metadata: { isGood: true, reasons: [], text: '' },
    }),
    rateBad: emit(({ event }) => {
      const { reasons, text } =
        event.type === 'feedback.submitted' ? event : { reasons: [] as readonly string[], text: '' };
      return {
        type: 'request.wanted' as const,
        functionType: 'RESPONSE_FEEDBACK' as const,
        message: [...reasons, text.trim()].filter(Boolean).join('; '),
        metadata: { isGood: false, reasons: [...reasons], text: text.trim() },
      };
    }),
    addAnswer: assign(({ context, event }) =>
      event.type === 'answer.received' ? addAnswer(context, event.answer) : {},
    ),
    settleProposal: assign(({ context, event }) =>
      event.type === 'proposal.settled'
        ? {
            messages: context.messages.map((one) => {
              if (one.id !== event.messageId) return one;
              const { failure: _, ...rest } = one;
              return {
                ...rest,
                proposalState: event.state,
                ...(event.applied ? { applied: event.applied } : {}),
                ...(event.failure === undefined ? {} : { failure: event.failure }),
              };
            }),
          }
        : {},
    ),
    reportOutcome: emit(({ context, event }) => {
      const { messageId, state } = event as Extract<ChatConversationEvent, { type: 'proposal.settled' }>;
      const { proposal, applied } = context.messages.find(({ id }) => id === messageId) ?? {};
      const outcome = { proposalId: proposal?.id, state, ...(applied ? { applied } : {}) };
      return {
        type: 'request.wanted' as const,
        functionType: 'NONE' as const,
        message: '',
        metadata: { outcome },
      };
    }),
    open: assign(({ context, event }) => {
      if (event.type !== 'conversation.opened') return {};
      const messages = event.messages.map(
        ({ outcome, ...one }, index): ChatMessage => ({
          ...one,
          id: context.nextId + index,
          ...(one.proposal ? { proposalState: outcome?.state ?? 'past' } : {}),
          ...(outcome?.applied ? { applied: outcome.applied } : {}),
        }),
      );
      return { messages, options: [], nextId: context.nextId + messages.length };
    }),
    clear: assign({ messages: [], options: [] }),
  },
}).createMachine({
  id: 'chatConversation',
  context: ({ input }) => {
    const { messages = [], options = [] } = input;
    return {
      messages,
      options,
      isConnected: false,
      nextId: Math.max(0, ...messages.map(({ id }) => id)) + 1,
    };
  },
  type: 'parallel',
  on: {
    'connection.opened': { actions: 'connect' },
    'proposal.settled': [
      { guard: 'isOutcome', actions: ['settleProposal', 'reportOutcome'] },
      { guard: 'hasProposal', actions: 'settleProposal' },
    ],
  },
  states: {
    reply: {
      initial: 'choosing',
      on: { 'connection.lost': { actions: 'disconnect' } },
      states: {
        choosing: { always: [{ guard: 'isEmpty', target: 'empty' }, { target: 'idle' }] },
        empty: {
          on: {
            'message.sent': { guard: 'isSendable', target: 'waitingReply', actions: ['addMessage', 'ask'] },
            'answer.received': { guard: 'isOptions', actions: 'addAnswer' },
            'conversation.opened': { target: 'choosing', actions: 'open' },
          },
        },
        idle: {
          on: {
            'message.sent': { guard: 'isSendable', target: 'waitingReply', actions: ['addMessage', 'ask'] },
            'answer.received': { guard: 'isOptions', actions: 'addAnswer' },
            'conversation.opened': { target: 'choosing', actions: 'open' },
            'conversation.cleared': { target: 'empty', actions: 'clear' },
          },
        },
        waitingReply: {
          on: {
            'answer.received': [
              { guard: 'isEnd', target: 'idle', actions: 'addAnswer' },
              { guard: 'isChunk', target: 'streaming', actions: 'addAnswer' },
              { guard: 'isOptions', actions: 'addAnswer' },
            ],
            'reply.stopped': { target: 'idle', actions: 'abort' },
            'connection.lost': { target: 'idle', actions: 'disconnect' },
          },
        },
        streaming: {
          on: {
            'answer.received': [
              { guard: 'isEnd', target: 'idle', actions: 'addAnswer' },
              { guard: or(['isChunk', 'isOptions']), actions: 'addAnswer' },
            ],
            'reply.stopped': { target: 'idle', actions: 'abort' },
            'connection.lost': { target: 'idle', actions: 'disconnect' },
          },
        },
      },
    },
    feedback: {
      initial: 'none',
      on: {
        'message.sent': {
          guard: and(['isSendable', or([stateIn({ reply: 'empty' }), stateIn({ reply: 'idle' })])]),
          target: '.none',
        },
        'conversation.cleared': '.none',
        'conversation.opened': {
          guard: or([stateIn({ reply: 'empty' }), stateIn({ reply: 'idle' })]),
          target: '.none',
        },
        'answer.received': {
          guard: and(['isEnd', or([stateIn({ reply: 'waitingReply' }), stateIn({ reply: 'streaming' })])]),
          target: '.unrated',
        },
        'reply.stopped': {
          guard: and(['hasReply', or([stateIn({ reply: 'waitingReply' }), stateIn({ reply: 'streaming' })])]),
          target: '.unrated',
        },
      },
      states: {
        none: {},
        unrated: {
          on: {
            'rated.good': { target: 'rated', actions: 'rateGood' },
            'rated.bad': 'feedbackModal',
          },
        },
        feedbackModal: {
          on: {
            'feedback.submitted': { guard: 'hasReason', target: 'rated', actions: 'rateBad' },
            'feedback.closed': 'unrated',
          },
        },
        rated: {},
      },
    },
  },
});
