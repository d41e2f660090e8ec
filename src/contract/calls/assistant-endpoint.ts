import * as z from 'zod/mini';
import {
  assistantBrainSchema,
  assistantEndpointPatchSchema,
  assistantEndpointSchema,
  assistantEndpointTestSchema,
} from '../entities/assistant-endpoint.ts';
import { type CallAccess, defineCall } from './define.ts';

const admin = { kind: 'admin' } satisfies CallAccess;
const response = z.object({ endpoint: assistantEndpointSchema });

export const assistantEndpointCalls = {
  getAssistantEndpoint: defineCall({
    method: 'GET',
    path: '/v1/auth/orgs/assistant-endpoint',
    summary: 'Settings of the model that the assistant asks, its key masked.',
    access: admin,
    response,
    etag: true,
  }),
  updateAssistantEndpoint: defineCall({
    method: 'PUT',
    path: '/v1/auth/orgs/assistant-endpoint',
    summary: 'Change which model the assistant asks; off, nothing is sent anywhere.',
    access: admin,
    body: z.strictObject({ endpoint: assistantEndpointPatchSchema }),
    response,
    ifMatch: 'revision',
    etag: true,
  }),
  testAssistantEndpoint: defineCall({
    method: 'POST',
    path: '/v1/auth/orgs/assistant-endpoint/test',
    summary: 'Ask the model of the saved settings for one word.',
    access: admin,
    changesNothing: true,
    body: z.strictObject({}),
    response: z.object({ result: assistantEndpointTestSchema }),
  }),
  getAssistantBrain: defineCall({
    method: 'GET',
    path: '/v1/assistant/brain',
    summary: 'Who answers your questions to the assistant, and where they are sent.',
    access: { kind: 'session' },
    forPeople: true,
    response: z.object({ brain: assistantBrainSchema }),
  }),
};
