import * as z from 'zod/mini';
import { definedPipelineSchema, planEntrySchema } from './calls/exchange.ts';
import { PIPELINE_ACTIONS } from './enums.ts';
import { idSchema } from './ids.ts';

/**
 * Messages of `v1/ws/chat` (specification, section 3: chat message, chat function types). Opened with a
 * single-use ticket in `authorization`, like the live channel.
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
/** Shortest time between drawn chunks. */
export const CHAT_DRAW_MS = 16;
/** Scrolled up further than this, the conversation no longer follows its end. */
export const CHAT_STICK_PX = 50;
/** Delay before the editor applies the assistant's changes. */
export const CHAT_NODE_UPDATE_MS = 100;
export const FEEDBACK_REASONS = [
  "Didn't follow instructions",
  'Incorrect response',
  'Partially correct response',
] as const;
export const FEEDBACK_GOOD = 'Everything looks good';

/** Other screens send an empty `resource`. */
export const CHAT_RESOURCES = ['', 'pipeline', 'source', 'sink'] as const;

export const chatRequestSchema = z.strictObject({
  siteId: idSchema('site'),
  functionType: z.enum(CHAT_FUNCTION_TYPES),
  message: z.string().check(z.maxLength(CHAT_MESSAGE_MAX_LENGTH)),
  metadata: z.record(z.string(), z.unknown()),
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

export const CHAT_SELECTION_MAX = 50;

/** The selection beside the conversation, else the row under the cursor; sent with a question. */
export const chatSelectionSchema = z.object({
  pipelineIds: z.array(idSchema('pipeline')).check(z.maxLength(CHAT_SELECTION_MAX)),
  nodes: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(CHAT_SELECTION_MAX)),
});
export type ChatSelection = z.output<typeof chatSelectionSchema>;

export const chatFormSchema = z.object({
  templateId: z.string().check(z.maxLength(64)),
  /** A source's settings that decide how it reads. */
  source: z.optional(z.record(z.string(), z.unknown())),
});
export type ChatForm = z.output<typeof chatFormSchema>;

const actionBodySchema = z.strictObject({
  pipelineId: idSchema('pipeline'),
  action: z.enum(PIPELINE_ACTIONS),
  graphVersion: z.optional(z.int()),
});

/** Calls a proposal may make after a person agrees. No others are carried out. */
const proposedCallSchema = z.discriminatedUnion('id', [
  z.strictObject({
    id: z.literal('runPipelineAction'),
    body: actionBodySchema,
  }),
  z.strictObject({
    id: z.literal('runPipelineActions'),
    bodies: z.array(actionBodySchema).check(z.minLength(1), z.maxLength(CHAT_SELECTION_MAX)),
  }),
  /** Settings for the open form, not a call: the person saves them. */
  z.strictObject({
    id: z.literal('fillForm'),
    templateId: z.string(),
    /** Absent for a transform. */
    nodeType: z.optional(z.literal('SOURCE')),
    config: z.record(z.string(), z.unknown()),
    /** Replaces all settings, as an undo does. */
    isWhole: z.optional(z.boolean()),
  }),
  z.strictObject({
    id: z.literal('importPipelines'),
    siteId: idSchema('site'),
    definition: z.string(),
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

/** Effect on the output, measured by previews of the versions before and after. */
export const measuredSchema = z.strictObject({
  /** Captured events that passed both; 0 when not measured. */
  eventCount: z.int(),
  eventsBefore: z.int(),
  eventsAfter: z.int(),
  bytesBefore: z.int(),
  bytesAfter: z.int(),
  bytesIn: z.optional(z.int()),
  /** Delivered in the last hour; the measured share applies to it. */
  bytesLastHour: z.optional(z.int()),
  reason: z.string(),
});
export type Measured = z.output<typeof measuredSchema>;

/** Decided by the person. `edited`: opened in the editor, saved or not. */
export const PROPOSAL_OUTCOMES = ['applied', 'edited', 'rejected', 'undone'] as const;
export type ProposalOutcome = (typeof PROPOSAL_OUTCOMES)[number];

const APPLIED_MAX = 200;

export const appliedSchema = z.strictObject({
  etag: z.optional(z.string().check(z.maxLength(200))),
  entries: z.array(planEntrySchema).check(z.maxLength(APPLIED_MAX)),
  /** Entries the pull request draft did not have before. */
  collected: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(APPLIED_MAX))),
});
export type Applied = z.output<typeof appliedSchema>;

/** `metadata.outcome` of a request of type NONE: stored with the conversation, not answered. */
export const outcomeSchema = z.strictObject({
  proposalId: z.string().check(z.minLength(1), z.maxLength(64)),
  state: z.enum(PROPOSAL_OUTCOMES),
  applied: z.optional(appliedSchema),
});
export type Outcome = z.output<typeof outcomeSchema>;

export const proposalSchema = z.strictObject({
  id: z.optional(z.string()),
  title: z.string(),
  /** Consequences, one sentence each. */
  notes: z.array(z.string()),
  isDestructive: z.boolean(),
  call: proposedCallSchema,
  /** What a definition would create and change. */
  plan: z.array(planEntrySchema),
  /** The pipeline before and after a definition; before is unnamed when new. */
  graphs: z.optional(z.strictObject({ before: definedPipelineSchema, after: definedPipelineSchema })),
  measured: z.optional(measuredSchema),
  /** Absent when irreversible. Without `ifMatch`, the one from the applied call's answer is sent. */
  undo: z.optional(z.strictObject({ title: z.string(), call: proposedCallSchema })),
  /** The version it would become; absent when others may come first. */
  version: z.optional(z.int()),
  pipelineId: z.optional(z.string()),
  /** Added to the pull request draft of that site; stored only by the merge. */
  draftOf: z.optional(idSchema('site')),
  /** Name of the new pipeline, opened afterwards. */
  createsPipeline: z.optional(z.string()),
});
export type Proposal = z.output<typeof proposalSchema>;

export const chatLinkSchema = z.strictObject({
  kind: z.enum(['pipeline', 'source', 'sink', 'screen']),
  id: z.string(),
  label: z.string(),
});
export type ChatLink = z.output<typeof chatLinkSchema>;

/** `metadata` of answers, by function type. */
export const chatMetadataSchema = z.object({
  turn: z.optional(z.int()),
  proposal: z.optional(proposalSchema),
  /** CHAT_OPTIONS: sentences to choose from. */
  options: z.optional(z.array(z.string())),
  links: z.optional(z.array(chatLinkSchema)),
  step: z.optional(z.string()),
  version: z.optional(z.int()),
  pipelineId: z.optional(z.string()),
  /** MESSAGE_STREAM_ENDED: why the answer failed. */
  failed: z.optional(z.string()),
});
export type ChatMetadata = z.output<typeof chatMetadataSchema>;

export const chatAnswerSchema = z.object({
  responseChunk: z.string(),
  functionType: z.enum(CHAT_FUNCTION_TYPES),
  metadata: chatMetadataSchema,
});
export type ChatAnswer = z.output<typeof chatAnswerSchema>;

/** Sent with the calls of a proposal, so that the audit names the assistant and the sentence. */
export const ASSISTANT_HEADER = 'X-Penstock-Assistant' as const;
