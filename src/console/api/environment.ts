/**
 * Settings of the console, as `<meta name="penstock:…">` in the page, so that one bundle serves any address.
 * @throws Error 'Missing environment variable' when the page does not have it (R8-64).
 */
export function environmentVariable(name: string): string {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="penstock:${name}"]`);
  if (!meta) throw new Error(`Missing environment variable: ${name}`);
  return meta.content;
}

/** Where the calls go: absolute, ends with a slash. */
export const apiBaseUrl = (): URL => new URL(environmentVariable('api-base-url'), document.baseURI);
