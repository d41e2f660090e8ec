import { createHash } from 'node:crypto';
import type { Answer } from '../../shared/outbound/http-client.ts';
import { isSuccess, type RequestSender } from '../../shared/outbound/request-sender.ts';
import { getObjectUrl, signedHeaders } from '../../shared/s3/signing.ts';
import type { S3Config } from './schema.ts';

const UPLOAD_ID = /<UploadId>([^<]+)<\/UploadId>/;
const NOTHING = Buffer.alloc(0);

export type PartsOf = {
  readonly config: S3Config;
  readonly sender: RequestSender;
  readonly key: string;
  readonly headers: Record<string, string>;
  readonly partBytes: number;
};

const decoded = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Multipart upload; the object exists once all parts are stored. Returns the last answer, or the first
 * failure after aborting.
 */
export async function putInParts(parts: PartsOf, body: Buffer): Promise<Answer> {
  const { config, sender, key, headers, partBytes } = parts;
  const request = async (
    method: string,
    query: Record<string, string>,
    bytes: Buffer,
    more: Record<string, string> = {},
  ): Promise<Answer> => {
    const url = getObjectUrl(config, key, query);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const signed = await signedHeaders(config, method, url, { ...more, 'x-amz-content-sha256': hash });
    return sender.sendAsIs(bytes, { url, method, headers: signed });
  };
  const begun = await request('POST', { uploads: '' }, NOTHING, headers);
  if (!isSuccess(begun)) return begun;
  const uploadId = decoded(UPLOAD_ID.exec(begun.text)?.[1] ?? '');
  const isWhole = { is: false };
  try {
    const tags: string[] = [];
    for (let from = 0; from < body.length; from += partBytes) {
      const part = body.subarray(from, from + partBytes);
      const answer = await request('PUT', { partNumber: String(tags.length + 1), uploadId }, part);
      if (!isSuccess(answer)) return answer;
      tags.push(answer.headers.etag ?? '');
    }
    const list = tags.map(
      (tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
    );
    const manifest = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`;
    const answer = await request('POST', { uploadId }, Buffer.from(manifest), {
      'content-type': 'application/xml',
    });
    // S3 may answer 200 and then fail; only the body shows it
    // (https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html).
    isWhole.is = isSuccess(answer) && !answer.text.includes('<Error>');
    return isSuccess(answer) && !isWhole.is ? { ...answer, status: 503 } : answer;
  } finally {
    if (!isWhole.is) await request('DELETE', { uploadId }, NOTHING).catch(() => {});
  }
}
