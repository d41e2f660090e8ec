import { Bucket } from '../../shared/s3/bucket.ts';
import { ComponentError, type Finding, RetryableError } from '../../types.ts';
import { s3SourceSchema } from './schema.ts';

/** Lists the first page. @throws ComponentError when that fails */
export async function checkBucket(input: Record<string, unknown>): Promise<readonly Finding[]> {
  const config = s3SourceSchema.parse(input);
  const bucket = new Bucket(config, new AbortController().signal);
  try {
    const { objects, next } = await bucket.list({ prefix: config.prefix, next: null });
    const where = config.prefix === '' ? 'in the bucket' : `that begin with ${config.prefix}`;
    const count = next === null ? String(objects.length) : `more than ${objects.length}`;
    const names = objects.slice(0, 5).map(({ key }) => key);
    return [
      { label: 'Objects', value: `${count} ${where}` },
      ...(names.length > 0 ? [{ label: 'First', value: names.join(', ') }] : []),
    ];
  } catch (error) {
    if (error instanceof RetryableError) throw new ComponentError(error.problem, { cause: error });
    throw error;
  } finally {
    bucket.close();
  }
}
