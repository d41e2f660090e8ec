import * as z from 'zod/mini';
import { definedPipelineSchema, planEntrySchema } from './calls/exchange.ts';
import { PIPELINE_ACTIONS } from './enums.ts';
import { idSchema } from './ids.ts';

/**
 * Messages of the assistant's channel `v1/ws/chat` (specification, section 3: chat message, chat function types).
 * It is opened like the live channel, with a single-use ticket in `authorization`.
 */
export const CHAT_PATH = '/v1/ws/chat';

export const CHAT_FUNCTION_TYPES = [
  'NONE',
  'PIPELINE_CREATE',
  'PIPELINE_UPDATE',
  'PIPELINE_PAUSE',
  'PIPELINE_DELETE',
  'PIPELINE_BYPASS',
  'PIPELINE_DEPLOY',
  'SHOW_PIPELINE_EDIT_MODE',
  'SHOW_PIPELINE_VERSION',
  'MESSAGE_STREAM_ENDED',
  'CHAT_OPTIONS',
  'RESPONSE_FEEDBACK',
  'ADD_PIPELINE_NODE',
  'ABORT_CHAT',
  'FORM_VALUES_APPLIED',
  'GROK_DETECTION',
  'ORION',
] as const;
export type ChatFunctionType = (typeof CHAT_FUNCTION_TYPES)[number];

export const CHAT_MESSAGE_MAX_LENGTH = 4000;
export const CHAT_FEEDBACK_MAX_LENGTH = 1000;
/** Failed connections in a row before the console gives up. */
export const CHAT_RECONNECTS = 10;
/** Chunks are drawn at most this often, in milliseconds. */
export const CHAT_DRAW_MS = 16;
/** The end of the conversation is followed unless it is scrolled up further than this, in pixels. */
export const CHAT_STICK_PX = 50;
/** Before the editor takes over what the assistant changed, in milliseconds. */
export const CHAT_NODE_UPDATE_MS = 100;
export const FEEDBACK_REASONS = [
  "Didn't follow instructions",
  'Incorrect response',
  'Partially correct response',
] as const;
export const FEEDBACK_GOOD = 'Everything looks good';

/** Screens that the assistant knows about; others are sent with an empty `resource`. */
export const CHAT_RESOURCES = ['', 'pipeline', 'source', 'sink'] as const;

export const chatRequestSchema = z.strictObject({
  siteId: idSchema('site'),
  functionType: z.enum(CHAT_FUNCTION_TYPES),
  message: z.string().check(z.maxLength(CHAT_MESSAGE_MAX_LENGTH)),
  metadata: z.record(z.string(), z.unknown()),
  /** One conversation; what was named before is remembered by it. */
  sessionId: z.string().check(z.minLength(1), z.maxLength(64)),
  resource: z.enum(CHAT_RESOURCES),
  resourceId: z.string().check(z.maxLength(18)),
});
export type ChatRequest = z.output<typeof chatRequestSchema>;

export const feedbackSchema = z.strictObject({
  isGood: z.boolean(),
  reasons: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(10)),
  text: z.string().check(z.maxLength(CHAT_FEEDBACK_MAX_LENGTH)),
});

/** Most pipelines that one proposal acts on. */
export const CHAT_SELECTION_MAX = 50;

/** What is picked on the screen beside the conversation, else under its cursor: sent with a question. */
export const chatSelectionSchema = z.object({
  pipelineIds: z.array(idSchema('pipeline')).check(z.maxLength(CHAT_SELECTION_MAX)),
  /** Names of nodes in the graph on screen. */
  nodes: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(CHAT_SELECTION_MAX)),
});
export type ChatSelection = z.output<typeof chatSelectionSchema>;

/** The open form that settings can be put into: sent with a question. */
export const chatFormSchema = z.object({
  templateId: z.string().check(z.maxLength(64)),
  /** Of a source: its settings that decide how it reads. */
  source: z.optional(z.record(z.string(), z.unknown())),
});
export type ChatForm = z.output<typeof chatFormSchema>;

const actionBodySchema = z.strictObject({
  pipelineId: idSchema('pipeline'),
  action: z.enum(PIPELINE_ACTIONS),
  graphVersion: z.optional(z.int()),
});

/** Calls that a proposal may make once a person has agreed; no other one is carried out. */
const proposedCallSchema = z.discriminatedUnion('id', [
  z.strictObject({
    id: z.literal('runPipelineAction'),
    body: actionBodySchema,
  }),
  /** The same action on several pipelines, one call after the other. */
  z.strictObject({
    id: z.literal('runPipelineActions'),
    bodies: z.array(actionBodySchema).check(z.minLength(1), z.maxLength(CHAT_SELECTION_MAX)),
  }),
  /** Not a call: settings for the open form, which only the person saves. */
  z.strictObject({
    id: z.literal('fillForm'),
    templateId: z.string(),
    /** Absent for a transform. */
    nodeType: z.optional(z.literal('SOURCE')),
    config: z.record(z.string(), z.unknown()),
    /** It takes the place of all settings, as an undo does. */
    isWhole: z.optional(z.boolean()),
  }),
  z.strictObject({
    id: z.literal('importPipelines'),
    siteId: idSchema('site'),
    definition: z.string(),
    /** Of the plan that was shown. */
    ifMatch: z.string(),
  }),
  z.strictObject({
    id: z.literal('putPipelineDefinition'),
    pipelineId: idSchema('pipeline'),
    definition: z.string(),
    ifMatch: z.string(),
  }),
]);
export type ProposedCall = z.output<typeof proposedCallSchema>;

/** What a change does to the output, by a preview of the versions before and after it. */
export const measuredSchema = z.strictObject({
  /** Captured events that went through both; 0 where it could not be measured. */
  eventCount: z.int(),
  eventsBefore: z.int(),
  eventsAfter: z.int(),
  bytesBefore: z.int(),
  bytesAfter: z.int(),
  /** Of the captured events, before any step. */
  bytesIn: z.optional(z.int()),
  /** What the pipeline really delivered in the last hour; the share that was measured applies to it. */
  bytesLastHour: z.optional(z.int()),
  /** Why it could not be measured, or empty. */
  reason: z.string(),
});
export type Measured = z.output<typeof measuredSchema>;

/** What became of a proposal, by the person alone; `edited` was taken to the editor, where it is saved or not. */
export const PROPOSAL_OUTCOMES = ['applied', 'edited', 'rejected', 'undone'] as const;
export type ProposalOutcome = (typeof PROPOSAL_OUTCOMES)[number];

const APPLIED_MAX = 200;

/** What the undo of an applied proposal needs beside the proposal. */
export const appliedSchema = z.strictObject({
  /** Of the call's answer. */
  etag: z.optional(z.string().check(z.maxLength(200))),
  entries: z.array(planEntrySchema).check(z.maxLength(APPLIED_MAX)),
  /** What the draft of a pull request did not have before. */
  collected: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(APPLIED_MAX))),
});
export type Applied = z.output<typeof appliedSchema>;

/** `metadata.outcome` of a request of the type NONE, which asks for nothing: kept with the conversation. */
export const outcomeSchema = z.strictObject({
  proposalId: z.string().check(z.minLength(1), z.maxLength(64)),
  state: z.enum(PROPOSAL_OUTCOMES),
  applied: z.optional(appliedSchema),
});
export type Outcome = z.output<typeof outcomeSchema>;

/** What would change, shown before anything does. */
export const proposalSchema = z.strictObject({
  /** Under it the service keeps what became of it. */
  id: z.optional(z.string()),
  title: z.string(),
  /** What it means, in one sentence each. */
  notes: z.array(z.string()),
  isDestructive: z.boolean(),
  call: proposedCallSchema,
  /** Of a definition: what it would create and change. */
  plan: z.array(planEntrySchema),
  /** Of a definition: the pipeline without and with it; the name before is empty where there is none. */
  graphs: z.optional(z.strictObject({ before: definedPipelineSchema, after: definedPipelineSchema })),
  measured: z.optional(measuredSchema),
  /** Takes it back; absent where nothing can. Without `ifMatch` that of the applied call's answer is sent. */
  undo: z.optional(z.strictObject({ title: z.string(), call: proposedCallSchema })),
  /** The version that it would become; undefined where others may come before it. */
  version: z.optional(z.int()),
  /** The pipeline that it is about, when it exists. */
  pipelineId: z.optional(z.string()),
  /** It is added to the draft of a pull request for that site, and nothing is stored before the merge. */
  draftOf: z.optional(idSchema('site')),
  /** The pipeline that it makes, opened afterwards. */
  createsPipeline: z.optional(z.string()),
});
export type Proposal = z.output<typeof proposalSchema>;

/** A thing that an answer names, to open. */
export const chatLinkSchema = z.strictObject({
  kind: z.enum(['pipeline', 'source', 'sink', 'screen']),
  id: z.string(),
  label: z.string(),
});
export type ChatLink = z.output<typeof chatLinkSchema>;

/** `metadata` of answers, by what their function type means. */
export const chatMetadataSchema = z.object({
  /** As the question's `metadata.turn` said. */
  turn: z.optional(z.int()),
  proposal: z.optional(proposalSchema),
  /** Of CHAT_OPTIONS: sentences to choose from. */
  options: z.optional(z.array(z.string())),
  links: z.optional(z.array(chatLinkSchema)),
  /** A step that was taken to answer: `Read the pipelines of this site`. */
  step: z.optional(z.string()),
  /** Of SHOW_PIPELINE_VERSION. */
  version: z.optional(z.int()),
  /** Of SHOW_PIPELINE_VERSION and SHOW_PIPELINE_EDIT_MODE. */
  pipelineId: z.optional(z.string()),
  /** Of MESSAGE_STREAM_ENDED, when the answer failed. */
  failed: z.optional(z.string()),
});
export type ChatMetadata = z.output<typeof chatMetadataSchema>;

export const chatAnswerSchema = z.object({
  responseChunk: z.string(),
  functionType: z.enum(CHAT_FUNCTION_TYPES),
  metadata: chatMetadataSchema,
});
export type ChatAnswer = z.output<typeof chatAnswerSchema>;

/** Sent with the calls of a proposal; the audit then names the assistant and the sentence. */
export const ASSISTANT_HEADER = 'X-Penstock-Assistant' as const;
