import { randomUUID } from 'node:crypto';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod/mini';
import {
  type ChatAnswer,
  type ChatFunctionType,
  type ChatRequest,
  chatFormSchema,
  chatRequestSchema,
  chatSelectionSchema,
  feedbackSchema,
  outcomeSchema,
} from '../../contract/assistant.ts';
import { reads } from '../../contract/calls/define.ts';
import { callDefinition } from '../../contract/calls/index.ts';
import type { KeptMessage } from '../../contract/entities/conversation.ts';
import { ContractError } from '../../contract/errors.ts';
import { createAllowance } from '../allowance.ts';
import { type Principal, permits } from '../auth/permissions.ts';
import { readYaml, toYaml } from '../exchange/yaml/jobs.ts';
import type { CallAs } from '../http/in-process.ts';
import { toDetails } from '../http/input.ts';
import { type LiveSession, type LiveSocket, MAX_BUFFERED_BYTES } from '../live/session.ts';
import { suggestApart } from '../routes/suggestions.ts';
import type { Services } from '../services.ts';
import { answerQuestion, listPrompts, type Memory, type Question } from './answer.ts';
import { addOutcome, addPart, createReply, keepExchange, keepOutcome, readTurns } from './keep.ts';
import { MODEL_LIMITS } from './model/endpoint-fetch.ts';
import { readEndpoint, toDay } from './model/endpoint-settings.ts';
import { readPastedLines } from './pattern-answers.ts';
import { readSentenceApart } from './reading.ts';
import { createReadAs } from './reading-calls.ts';
import { type Answer, type Part, readKnown, type ShownRange, type Tools } from './tools.ts';

const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;
/** A client that reads nothing for this long is dropped; answers may exceed the buffer. */
const ROOM_WAIT_MS = 10_000;
const ROOM_LOOK_MS = 20;
const MESSAGES_PER_MINUTE = 60;
const MESSAGES_AT_ONCE = 20;
/** Per connection; the oldest is dropped. */
const CONVERSATIONS = 20;
const MAX_TURN = 1_000_000_000;

type CallAsCaller = (caller: () => Principal) => CallAs;

function readRequest(text: string): ChatRequest | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'The message is not JSON';
  }
  const parsed = chatRequestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  return toDetails(parsed.error, value, 'message')
    .map(({ field, message }) => `${field}: ${message}`)
    .join('; ');
}

const readTurn = ({ metadata: { turn } }: ChatRequest): { turn?: number } =>
  typeof turn === 'number' && Number.isInteger(turn) && turn >= 0 && turn < MAX_TURN ? { turn } : {};

const onScreenSchema = z.object({
  selection: z.catch(z.optional(chatSelectionSchema), undefined),
  form: z.catch(z.optional(chatFormSchema), undefined),
});

const readOnScreen = ({ metadata }: ChatRequest) => onScreenSchema.parse(metadata);

const shownSchema = z.object({ timeRange: z.object({ start: z.int(), end: z.int() }) });

function readShownRange({ metadata }: ChatRequest): ShownRange | undefined {
  const read = shownSchema.safeParse(metadata);
  return read.success && read.data.timeRange.start < read.data.timeRange.end
    ? read.data.timeRange
    : undefined;
}

/** Gives a proposal the id its outcome is stored under. */
function nameProposal(part: Part): Part {
  const { proposal } = part.metadata ?? {};
  return proposal
    ? { ...part, metadata: { ...part.metadata, proposal: { ...proposal, id: randomUUID() } } }
    : part;
}

/** Words with trailing white space, to stream an answer. */
const splitWords = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];

/** One connection: one question at a time, each abortable. */
export function createChatSession(
  services: Services,
  opener: Principal,
  socket: LiveSocket,
  callAs: CallAsCaller,
): LiveSession {
  let principal = opener;
  let current: AbortController | undefined;
  let currentReply: KeptMessage | undefined;
  const call = createReadAs(callAs(() => principal));
  const memories = new Map<string, Memory>();
  const allowance = createAllowance(MESSAGES_PER_MINUTE, services.clock, MESSAGES_AT_ONCE);

  const send = async (
    functionType: ChatFunctionType,
    responseChunk: string,
    metadata: ChatAnswer['metadata'],
    signal?: AbortSignal,
  ) => {
    for (let waited = 0; socket.bufferedBytes() > MAX_BUFFERED_BYTES; waited += ROOM_LOOK_MS) {
      if (waited >= ROOM_WAIT_MS) return socket.close(TRY_AGAIN_LATER, 'Reads too slowly');
      await delay(ROOM_LOOK_MS);
      if (signal?.aborted) return;
    }
    socket.send(JSON.stringify({ responseChunk, functionType, metadata } satisfies ChatAnswer));
  };

  const toTools = (request: ChatRequest, signal: AbortSignal): Tools => {
    const { siteId } = request;
    const apart = services.apart.of(principal, signal);
    return {
      call,
      siteId,
      now: services.clock,
      shownRange: readShownRange(request),
      makesConnections: services.flags.includes('chatAssistantSource'),
      may: (id) => permits(principal, callDefinition(id).access, siteId),
      readSentence: (text, facts) => readSentenceApart(apart, { text, facts }),
      suggestSteps: (request) => suggestApart(apart, request),
      readYaml: async (text) => {
        const { problems, ...read } = await readYaml(apart, text);
        if (problems) throw new ContractError('VALIDATION_FAILED', problems[0]?.message ?? 'It is not YAML');
        return 'value' in read ? read.value : undefined;
      },
      toYaml: (value) => toYaml(apart, value),
    };
  };

  const findMemory = (sessionId: string): Memory => {
    const known = memories.get(sessionId) ?? { pipelineId: undefined };
    memories.delete(sessionId);
    memories.set(sessionId, known);
    const [oldest] = memories.keys();
    if (memories.size > CONVERSATIONS && oldest !== undefined) memories.delete(oldest);
    return known;
  };

  const sendPart = async (part: Part, turn: { turn?: number }, signal: AbortSignal) => {
    const { text = '', functionType = 'ORION', metadata = {} } = part;
    const words = splitWords(text);
    const [first = ''] = words;
    await send(functionType, first, { ...metadata, ...turn }, signal);
    for (const word of words.slice(1)) {
      await nextTurn();
      if (signal.aborted) return;
      await send('ORION', word, turn, signal);
    }
  };

  /** The model if configured and within the person's daily budget, else the grammar. */
  async function* chooseAnswer(
    question: Question,
    memoryId: string,
    tools: Tools,
    signal: AbortSignal,
  ): Answer {
    const memory = findMemory(memoryId);
    const { config } = await readEndpoint(services.store, services.sealer);
    // Pasted lines are events: they are not sent to a model.
    if (!config.enabled || readPastedLines(question.text))
      return yield* answerQuestion(question, memory, tools);
    const { id } = principal.user;
    const isTaken = await services.store.transaction((tx) =>
      tx.assistantUsage.take(id, toDay(services.clock()), config.questionsPerDay),
    );
    if (!isTaken) {
      yield {
        text: `Your ${config.questionsPerDay} questions to ${new URL(config.address).host} of today are used up. The embedded assistant answers instead:\n`,
      };
      return yield* answerQuestion(question, memory, tools);
    }
    const { answerByModel } = await import('./model/model-answer.ts');
    memory.turns ??= (await readTurns(services.store, id, memoryId)) ?? [];
    yield* answerByModel(question, memory, tools, {
      endpoint: config,
      limits: MODEL_LIMITS,
      signal,
      onFault: (error) =>
        services.log.warn(
          { name: error instanceof Error ? error.name : '' },
          'the model of the assistant failed',
        ),
    });
  }

  /** API keys have no history. */
  const keep = async ({ siteId, sessionId, message }: ChatRequest, reply: KeptMessage) => {
    if (principal.keyId !== undefined) return;
    const place = { userId: principal.user.id, id: sessionId, siteId, now: services.clock() };
    await keepExchange(services.store, place, message, reply).catch((error: unknown) =>
      services.log.error({ err: error }, 'a conversation could not be kept'),
    );
  };

  const answer = async (request: ChatRequest) => {
    current?.abort();
    const own = new AbortController();
    current = own;
    const { siteId, message, sessionId, resource, resourceId } = request;
    const turn = readTurn(request);
    const tools = toTools(request, own.signal);
    const question = {
      text: message,
      shownPipelineId: resource === 'pipeline' && resourceId !== '' ? resourceId : undefined,
      ...readOnScreen(request),
    };
    const end = async (failed?: string) => {
      if (own.signal.aborted) return;
      const metadata = { ...turn, ...(failed === undefined ? {} : { failed }) };
      await send('MESSAGE_STREAM_ENDED', '', metadata, own.signal);
    };
    const permitted = permits(principal, reads('PIPELINES'), siteId);
    if (permitted !== true) return end(permitted);
    const reply = createReply();
    currentReply = reply;
    try {
      for await (const unnamed of chooseAnswer(question, sessionId, tools, own.signal)) {
        if (own.signal.aborted) return;
        const part = nameProposal(unnamed);
        addPart(reply, part);
        await sendPart(part, turn, own.signal);
      }
      await end();
    } catch (error) {
      if (!(error instanceof ContractError)) services.log.error({ err: error }, 'the assistant failed');
      reply.failure =
        error instanceof ContractError ? error.message : 'Something went wrong while answering. Ask again.';
      await end(reply.failure);
    } finally {
      await keep(request, reply);
      if (current === own) current = undefined;
      if (currentReply === reply) currentReply = undefined;
    }
  };

  const offerPrompts = async ({ siteId }: ChatRequest) => {
    const permitted = permits(principal, reads('PIPELINES'), siteId);
    if (permitted !== true) return;
    const known = await readKnown({ call, siteId });
    await send('CHAT_OPTIONS', '', { options: listPrompts(known) });
  };

  const takeFeedback = ({ metadata }: ChatRequest) => {
    const feedback = feedbackSchema.safeParse(metadata);
    if (feedback.success)
      services.log.info(
        { userId: principal.user.id, ...feedback.data },
        'an answer of the assistant was rated',
      );
  };

  const takeOutcome = async ({ sessionId, metadata }: ChatRequest) => {
    const { data: outcome } = outcomeSchema.safeParse(metadata.outcome);
    if (!outcome || principal.keyId !== undefined) return;
    if (currentReply) addOutcome(currentReply, outcome);
    const place = { userId: principal.user.id, id: sessionId };
    await keepOutcome(services.store, place, outcome).catch((error: unknown) =>
      services.log.error({ err: error }, 'what became of a proposal could not be kept'),
    );
  };

  return {
    async receive(text) {
      if (!services.flags.includes('chatAssistantTransform'))
        return socket.close(POLICY_VIOLATION, 'The assistant is turned off on this service');
      if (allowance.take('') > 0) return socket.close(POLICY_VIOLATION, 'Too many messages');
      const request = readRequest(text);
      if (typeof request === 'string') return socket.close(POLICY_VIOLATION, request.slice(0, 120));
      if (request.functionType === 'ABORT_CHAT') return current?.abort();
      if (request.functionType === 'RESPONSE_FEEDBACK') return takeFeedback(request);
      if (request.functionType === 'NONE') return takeOutcome(request);
      if (request.functionType === 'CHAT_OPTIONS') return offerPrompts(request);
      if (request.message.trim() !== '') await answer(request);
    },
    heldBy(now) {
      principal = now;
    },
    end() {
      current?.abort();
    },
  };
}
