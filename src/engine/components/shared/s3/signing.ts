import { AwsV4Signer } from 'aws4fetch';
import type { BucketConfig } from './fields.ts';

const encoded = (key: string): string =>
  key
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replaceAll(
        /[!'()*]/g,
        (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');

export function getBucketUrl({ url: endpoint, bucket, addressing }: BucketConfig): URL {
  const url = new URL(endpoint);
  if (addressing === 'host') url.hostname = `${bucket}.${url.hostname}`;
  return url;
}

export function getObjectUrl(config: BucketConfig, key: string, query: Record<string, string> = {}): URL {
  const url = getBucketUrl(config);
  const base = url.pathname.replace(/\/$/, '');
  url.pathname = `${base}${config.addressing === 'path' ? `/${config.bucket}` : ''}/${encoded(key)}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/** AWS Signature Version 4: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html */
export async function signedHeaders(
  config: BucketConfig,
  method: string,
  url: URL,
  headers: Record<string, string>,
): Promise<Record<string, string>> {
  const { accessKeyId, secretAccessKey, sessionToken, region } = config;
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
    service: 's3',
    region,
  });
  return Object.fromEntries((await signer.sign()).headers);
}
