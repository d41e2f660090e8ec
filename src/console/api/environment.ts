/**
 * Settings are `<meta name="penstock:…">` tags, so that one bundle works at any address.
 * @throws Error 'Missing environment variable'
 */
export function readEnvironmentVariable(name: string): string {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="penstock:${name}"]`);
  if (!meta) throw new Error(`Missing environment variable: ${name}`);
  return meta.content;
}

/** Absolute URL of the API, ending with a slash. */
export const getApiBaseUrl = (): URL => new URL(readEnvironmentVariable('api-base-url'), document.baseURI);
