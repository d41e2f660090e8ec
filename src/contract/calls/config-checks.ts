import * as z from 'zod/mini';
import { configSchema } from '../entities/common.ts';
import { idSchema } from '../ids.ts';
import { defineCall, reads } from './define.ts';

export const CHECKED_TRANSFORMS_MAX = 500;

const templateId = z.string().check(z.minLength(1, 'Type is required'));
/** What saving would refuse, by configuration path: `port`, `fields.0.value`. */
const problems = z.array(z.object({ field: z.string(), message: z.string() }));

const connection = z.strictObject({
  siteId: idSchema('site'),
  templateId,
  id: z.optional(idSchema('node')),
  config: configSchema,
});

/** Checks unsaved configurations by the schemas used for saving. */
export const configCheckCalls = {
  checkSource: defineCall({
    method: 'POST',
    path: '/v1/source/check',
    summary: 'What saving a source with this configuration would refuse. Changes nothing.',
    access: reads('SOURCES'),
    changesNothing: true,
    body: z.strictObject({ source: connection }),
    response: z.object({ problems }),
  }),
  checkSink: defineCall({
    method: 'POST',
    path: '/v1/sink/check',
    summary: 'What saving a destination with this configuration would refuse. Changes nothing.',
    access: reads('SINKS'),
    changesNothing: true,
    body: z.strictObject({ sink: connection }),
    response: z.object({ problems }),
  }),
  checkTransforms: defineCall({
    method: 'POST',
    path: '/v1/transforms/check',
    summary:
      'What saving transforms with these configurations would refuse, in the order sent. Changes nothing.',
    access: reads('PIPELINES'),
    changesNothing: true,
    body: z.strictObject({
      siteId: idSchema('site'),
      transforms: z
        .array(
          z.strictObject({
            templateId,
            lineageId: z.optional(idSchema('transform')),
            config: configSchema,
          }),
        )
        .check(z.minLength(1), z.maxLength(CHECKED_TRANSFORMS_MAX)),
    }),
    response: z.object({ results: z.array(z.object({ problems })) }),
  }),
};
