import { useSelector } from '@xstate/react';
import { createActor } from 'xstate';
import * as z from 'zod/mini';
import {
  CHAT_FAULT_TEXTS,
  chatConnectionMachine,
  selectIsConnecting,
  selectIsDown,
  selectIsGivenUp,
  selectIsOpen,
} from '../../../../machines/chat-connection/index.ts';
import {
  type ChatMessage,
  chatConversationMachine,
  type RequestWanted,
  selectIsEmpty,
} from '../../../../machines/chat-conversation/index.ts';
import { type TimeSpan, toTimeSpan } from '../../../../machines/time-filter/index.ts';
import {
  type Applied,
  appliedSchema,
  CHAT_DRAW_MS,
  CHAT_NODE_UPDATE_MS,
  type ChatAnswer,
  type ChatForm,
  type ChatRequest,
  type ChatSelection,
  chatLinkSchema,
  PROPOSAL_OUTCOMES,
  type Proposal,
  type ProposedCall,
  proposalSchema,
} from '../../../contract/assistant.ts';
import { parseErrorText } from '../../../contract/errors.ts';
import { getErrorMessage } from '../../../contract/values.ts';
import { toApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { reportApiError } from '../../api/report-error.ts';
import { selectedSiteId } from '../../api/selected-site.ts';
import { publishedScopes } from '../../commands/scopes.ts';
import { paths } from '../../lib/paths.ts';
import { sessionStore } from '../../lib/storage.ts';
import { getNowUnixSeconds, getTimeRange } from '../../state/time-filter.ts';
import { notify } from '../../state/toasts.ts';
import { applyProposed } from './apply-proposal.ts';
import { type ChatSocket, openChatSocket } from './chat-socket.ts';
import { editProposal, findEditRefusal } from './edit-proposal.ts';
import { describeOpenForm } from './fill-form.ts';
import { followAnswer, leadTo } from './lead-to.ts';
import { hasKnownRange } from './screen-context.ts';
import { readSelection } from './selection.ts';
import { findTakeBackRefusal, takeBack } from './take-back.ts';

const KEY = 'penstock.assistant.messages';
const MOST_KEPT = 100;

const keptSchema = z.array(
  z.object({
    id: z.int(),
    source: z.enum(['User', 'System']),
    message: z.string(),
    steps: z.array(z.string()),
    links: z.array(chatLinkSchema),
    proposal: z.optional(proposalSchema),
    proposalState: z.optional(z.enum(['open', 'applying', 'failed', 'past', ...PROPOSAL_OUTCOMES])),
    applied: z.optional(appliedSchema),
    failure: z.optional(z.string()),
  }),
);

/** The tab's conversation. Proposals that were being applied during a reload must be checked again. */
function readKept(): ChatMessage[] {
  try {
    const kept = keptSchema.safeParse(JSON.parse(sessionStore.read(KEY) ?? '[]'));
    return (kept.data ?? []).map((one) =>
      one.proposalState === 'applying'
        ? { ...one, proposalState: 'failed' as const, failure: RELOADED }
        : one,
    ) as ChatMessage[];
  } catch {
    return [];
  }
}
const RELOADED =
  'The page was reloaded while this was applied. Look whether it was, before you apply it again.';

export const conversation = createActor(chatConversationMachine, { input: { messages: readKept() } });

/** Chunks are drawn together, at most every 16 ms. */
let queue: ChatAnswer[] = [];
let isDrawing = false;

function drawQueue(): void {
  isDrawing = false;
  const answers = queue;
  queue = [];
  for (const answer of answers) {
    conversation.send({ type: 'answer.received', answer });
    followAnswer(answer);
  }
}

function takeAnswer(answer: ChatAnswer): void {
  queue.push(answer);
  if (isDrawing) return;
  isDrawing = true;
  setTimeout(drawQueue, CHAT_DRAW_MS);
}

export const connection = createActor(chatConnectionMachine);
let socket: ChatSocket | undefined;
connection.on('socket.wanted', () => {
  socket = openChatSocket(connection.send.bind(connection), takeAnswer);
});
connection.on('socket.unwanted', () => socket?.close());
connection.on('send', ({ text }) => socket?.send(text));

const ID_KEY = 'penstock.assistant.conversation';
/** The service's id of the conversation; stored in the tab like its messages. */
let sessionId = sessionStore.read(ID_KEY) ?? crypto.randomUUID();

function setSession(id: string): void {
  sessionId = id;
  sessionStore.write(ID_KEY, id);
}
setSession(sessionId);

/** The previous one stays in the history. */
export function clearConversation(): void {
  conversation.send({ type: 'conversation.cleared' });
  setSession(crypto.randomUUID());
}

export async function openConversation(conversationId: string): Promise<void> {
  try {
    const siteId = selectedSiteId.get();
    if (siteId === undefined) return;
    const { data } = await callApi('getConversation', { path: { conversationId }, query: { siteId } });
    // A question may have been asked meanwhile.
    if (!conversation.getSnapshot().can({ type: 'conversation.opened', messages: data.messages })) return;
    conversation.send({ type: 'conversation.opened', messages: data.messages });
    setSession(conversationId);
  } catch (thrown) {
    reportApiError(toApiError(thrown), { id: 'getConversation' });
  }
}

export async function deleteConversation(conversationId: string): Promise<void> {
  try {
    await callApi('deleteConversation', { path: { conversationId } });
    notify({ message: 'The conversation was deleted.', status: 'success', shouldTimeout: true });
    if (conversationId === sessionId) clearConversation();
  } catch (thrown) {
    reportApiError(toApiError(thrown), { id: 'deleteConversation' });
  }
}

/** The pipeline, source or destination on screen. */
function findResource(): Pick<ChatRequest, 'resource' | 'resourceId'> {
  const { pathname, search } = window.location;
  const [, kind, id] = /^\/(pipelines|sources)\/(\d{18})$/.exec(pathname) ?? [];
  if (kind === 'pipelines' && id) return { resource: 'pipeline', resourceId: id };
  if (kind === 'sources' && id) return { resource: 'source', resourceId: id };
  const sink = new URLSearchParams(search).get('destination');
  if (pathname === paths.destinations() && sink) return { resource: 'sink', resourceId: sink };
  return { resource: '', resourceId: '' };
}

type Screen = { timeRange?: TimeSpan; selection?: ChatSelection; form?: ChatForm };

/** Time range in Unix seconds, selection, and open form. */
function readScreen(): Screen {
  const { pipelineIds, nodes } = readSelection(publishedScopes.get().data);
  const form = describeOpenForm();
  return {
    ...(hasKnownRange(window.location.pathname)
      ? { timeRange: toTimeSpan(getTimeRange(), getNowUnixSeconds()) }
      : {}),
    ...(pipelineIds.length + nodes.length > 0
      ? { selection: { pipelineIds: [...pipelineIds], nodes: [...nodes] } }
      : {}),
    ...(form ? { form } : {}),
  };
}

/** Outcomes of proposals while disconnected. */
let unsent: string[] = [];

function sendRequest({ functionType, message, metadata: given }: Omit<RequestWanted, 'type'>): void {
  const siteId = selectedSiteId.get();
  if (siteId === undefined) return;
  const metadata = functionType === 'ORION' ? { ...given, ...readScreen() } : given;
  const request: ChatRequest = { siteId, functionType, message, metadata, sessionId, ...findResource() };
  const text = JSON.stringify(request);
  if ('outcome' in metadata && !selectIsOpen(connection.getSnapshot())) unsent.push(text);
  else connection.send({ type: 'send.wanted', text });
}

conversation.on('request.wanted', sendRequest);
conversation.subscribe(({ context: { messages } }) =>
  sessionStore.write(KEY, JSON.stringify(messages.slice(-MOST_KEPT))),
);
connection.on('fault', ({ fault }) => notify({ message: CHAT_FAULT_TEXTS[fault], status: 'error' }));

let wasOpen = false;
connection.subscribe((snapshot) => {
  const isOpen = selectIsOpen(snapshot);
  if (isOpen === wasOpen) return;
  wasOpen = isOpen;
  conversation.send({ type: isOpen ? 'connection.opened' : 'connection.lost' });
  if (!isOpen) return;
  for (const text of unsent) connection.send({ type: 'send.wanted', text });
  unsent = [];
  // An empty conversation offers prompts that fit the site.
  if (selectIsEmpty(conversation.getSnapshot()))
    sendRequest({ functionType: 'CHAT_OPTIONS', message: '', metadata: {} });
});
conversation.start();
connection.start();

/** Previous contents of filled forms: lost with the tab, like the forms. */
const formsBefore = new Map<number, ProposedCall>();

const findSentence = (messageId: number): string =>
  conversation
    .getSnapshot()
    .context.messages.findLast(({ id, source }) => source === 'User' && id < messageId)?.message ?? '';

const describeFailure = (error: unknown): string => parseErrorText(getErrorMessage(error)).title;

/** Opens the created or changed pipeline. */
function openResult(proposal: Proposal, { entries }: Applied): void {
  const made = entries.find(({ kind, name }) => kind === 'PIPELINE' && name === proposal.createsPipeline);
  if (made && made.id !== '') leadTo(paths.pipeline(made.id));
}

/** Carries out an approved proposal. Ignored unless open or failed. */
export async function applyProposal({ id, proposal, proposalState }: ChatMessage): Promise<void> {
  if (!proposal || (proposalState !== 'open' && proposalState !== 'failed')) return;
  conversation.send({ type: 'proposal.settled', messageId: id, state: 'applying' });
  try {
    const { form, ...applied } = await applyProposed(proposal, findSentence(id));
    if (form) formsBefore.set(id, form);
    conversation.send({ type: 'proposal.settled', messageId: id, state: 'applied', applied });
    setTimeout(() => openResult(proposal, applied), CHAT_NODE_UPDATE_MS);
  } catch (error) {
    conversation.send({
      type: 'proposal.settled',
      messageId: id,
      state: 'failed',
      failure: describeFailure(error),
    });
  }
}

export const rejectProposal = ({ id }: ChatMessage): void =>
  conversation.send({ type: 'proposal.settled', messageId: id, state: 'rejected' });

/** Opens the editor with it, unsaved. */
export function takeToEditor({ id, proposal }: ChatMessage): void {
  if (!proposal || findEditRefusal(proposal) !== true) return;
  conversation.send({ type: 'proposal.settled', messageId: id, state: 'edited' });
  editProposal(proposal);
}

/** True, or why an applied proposal cannot be undone. */
export const findUndoRefusal = (message: ChatMessage): true | string =>
  findTakeBackRefusal(message, formsBefore.get(message.id));

export async function undoProposal(message: ChatMessage): Promise<void> {
  const { id, proposal } = message;
  if (!proposal || findUndoRefusal(message) !== true) return;
  conversation.send({ type: 'proposal.settled', messageId: id, state: 'applying' });
  try {
    const stays = await takeBack(
      proposal,
      { applied: message.applied, form: formsBefore.get(id) },
      `Undo: ${findSentence(id)}`,
    );
    conversation.send({
      type: 'proposal.settled',
      messageId: id,
      state: 'undone',
      ...(stays === undefined ? {} : { failure: stays }),
    });
  } catch (error) {
    conversation.send({
      type: 'proposal.settled',
      messageId: id,
      state: 'applied',
      failure: describeFailure(error),
    });
  }
}

export const useConversation = () => useSelector(conversation, (snapshot) => snapshot);

export const useConnection = () =>
  useSelector(
    connection,
    (snapshot) => ({
      isConnecting: selectIsConnecting(snapshot),
      isDown: selectIsDown(snapshot),
      isGivenUp: selectIsGivenUp(snapshot),
    }),
    (a, b) => a.isConnecting === b.isConnecting && a.isDown === b.isDown && a.isGivenUp === b.isGivenUp,
  );
