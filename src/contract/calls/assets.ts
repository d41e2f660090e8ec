import * as z from 'zod/mini';
import {
  assetNameSchema,
  assetSchema,
  assetSummarySchema,
  checksumSchema,
  UPLOAD_TYPES,
} from '../entities/asset.ts';
import { ASSET_TYPES } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { pageQuery, paginationSchema, repeated } from '../parameters.ts';
import { defineCall, deletes, reads, writes } from './define.ts';

const assetPath = z.object({ id: idSchema('asset') });
/** Content with another SHA-256 is refused. */
const checksum = z.optional(checksumSchema);

export const assetCalls = {
  listAssets: defineCall({
    method: 'GET',
    path: '/v1/assets',
    summary: 'Files with what was found in them and who uses them, newest change first.',
    access: reads('PIPELINES'),
    query: z.strictObject({
      siteIds: repeated(idSchema('site')),
      assetTypes: repeated(z.enum(ASSET_TYPES)),
      ...pageQuery('updated_at'),
    }),
    response: z.object({ assets: z.array(assetSchema), pagination: paginationSchema }),
  }),
  getAsset: defineCall({
    method: 'GET',
    path: '/v1/asset/{id}',
    summary: 'One file.',
    access: reads('PIPELINES'),
    pathParameters: assetPath,
    response: z.object({ asset: assetSchema }),
    etag: true,
  }),
  previewAsset: defineCall({
    method: 'GET',
    path: '/v1/asset/{id}/preview',
    summary: 'What is in a file: its first rows or lines. Of a secret or of bytes, nothing.',
    access: reads('PIPELINES'),
    pathParameters: assetPath,
    response: z.object({
      summary: assetSummarySchema,
      /** First rows, without the header. */
      rows: z.array(z.array(z.string())),
      lines: z.array(z.string()),
    }),
  }),
  downloadAsset: defineCall({
    method: 'GET',
    path: '/v1/asset/{id}/content',
    summary: 'The content as it was uploaded; never that of a secret.',
    access: reads('PIPELINES'),
    pathParameters: assetPath,
    response: z.object({}),
    download: true,
  }),
  createAsset: defineCall({
    method: 'POST',
    path: '/v1/asset',
    summary: 'Upload a file; its content is checked against its type.',
    access: writes('PIPELINES'),
    body: z.strictObject({
      name: assetNameSchema,
      assetType: z.enum(UPLOAD_TYPES, {
        error: `Type must be one of ${UPLOAD_TYPES.join(', ')}; a secret is given in the form that uses it`,
      }),
      siteIds: repeated(idSchema('site')),
      checksum,
    }),
    response: z.object({ id: z.string(), revision: z.int() }),
    upload: true,
  }),
  replaceAsset: defineCall({
    method: 'PUT',
    path: '/v1/asset',
    summary: 'Replace the content of a file; running pipelines switch to it at once, or nothing changes.',
    access: writes('PIPELINES'),
    body: z.strictObject({ id: idSchema('asset'), checksum }),
    response: z.object({ revision: z.int() }),
    ifMatch: 'revision',
    upload: true,
  }),
  deleteAsset: defineCall({
    method: 'DELETE',
    path: '/v1/asset/{id}',
    summary: 'Delete a file that no pipeline uses.',
    access: deletes('PIPELINES'),
    pathParameters: assetPath,
    response: z.object({}),
    ifMatch: 'revision',
  }),
};
