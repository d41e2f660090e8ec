type Sent = {
  method: string;
  query: URLSearchParams;
  /** Sent as JSON. */
  body?: unknown;
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal | undefined;
  /** Without an answer by then it is given up; its body may take longer. */
  timeoutMs: number;
};

/**
 * Sends one request, once.
 * @returns any answer, also one that refuses @throws TypeError without a connection, else an error named `AbortError`
 * or `TimeoutError`
 */
export async function sendRequest(
  url: URL,
  { method, query, body, headers, signal, timeoutMs }: Sent,
): Promise<Response> {
  const late = new AbortController();
  const error = new DOMException('The request took too long.', 'TimeoutError');
  const timer = setTimeout(() => late.abort(error), timeoutMs);
  const to = new URL(url);
  to.search = query.toString();
  const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
  try {
    return await fetch(
      new Request(to, {
        method,
        headers: { ...type, ...headers },
        body: JSON.stringify(body) ?? null,
        signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
      }),
    );
  } catch (failure) {
    // Not every browser rejects with the reason.
    throw late.signal.aborted ? error : failure;
  } finally {
    clearTimeout(timer);
  }
}
