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

/** The host that requests about a bucket go to. */
export function endpointOf({ url: endpoint, bucket, addressing }: BucketConfig): URL {
  const url = new URL(endpoint);
  if (addressing === 'host') url.hostname = `${bucket}.${url.hostname}`;
  return url;
}

/** The address of an object; of the bucket for an empty key. */
export function urlOf(config: BucketConfig, key: string, query: Record<string, string> = {}): URL {
  const url = endpointOf(config);
  const base = url.pathname.replace(/\/$/, '');
  url.pathname = `${base}${config.addressing === 'path' ? `/${config.bucket}` : ''}/${encoded(key)}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/** The headers of a request with its signature (version 4). */
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
