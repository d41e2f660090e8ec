import { createServer } from 'node:http';
import type { SourceComponent } from '../../../src/engine/components/types.ts';

/** Answers posted lines on acknowledgement: 200, or 503 when rejected. */
export const postedLines: SourceComponent = {
  async start(config, context) {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', async () => {
        const body = Buffer.concat(chunks);
        const batch = context.newBatch();
        batch.loadLines(body);
        const payloadBytes = body.length - batch.count;
        const outcome = await context.deliver(batch, { payloadBytes, rawBytes: body.length });
        response.writeHead(outcome === 'accepted' ? 200 : 503).end();
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(Number(config.port), '127.0.0.1', resolve);
    });
    return {
      stop: () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeIdleConnections();
        }),
    };
  },
};
