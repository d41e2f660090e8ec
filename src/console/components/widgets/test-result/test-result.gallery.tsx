import type { GalleryPage } from '../gallery.ts';
import { type Tested, TestResult } from './test-result.tsx';

const works: Tested = {
  problem: null,
  answers: [{ request: 'POST https://logs.example.org/in', status: '202', body: '{"accepted":1}' }],
  findings: [{ label: 'Written', value: '1 event, 94 B before compression' }],
  elapsedMilliseconds: 84,
};
const failed: Tested = {
  problem: {
    message: 'logs.example.org answered 401: no token',
    causes: ['User, password or token is wrong or has expired', 'They lack permission to send'],
    resolutions: ['Correct the authentication of the destination'],
  },
  answers: [{ request: 'POST https://logs.example.org/in', status: '401', body: 'no token' }],
  findings: [],
  elapsedMilliseconds: 1240,
};
const show = (more: Partial<Parameters<typeof TestResult>[0]>) => () => (
  <TestResult isTesting={false} failure="" result={undefined} {...more} />
);

export default {
  title: 'Test result',
  states: [
    { name: 'under way', render: show({ isTesting: true }) },
    { name: 'works', render: show({ result: works }) },
    { name: 'refused', render: show({ result: failed }) },
    { name: 'wrong settings', render: show({ failure: 'Port must be at most 65535' }) },
    {
      name: 'long',
      render: show({
        result: {
          ...failed,
          answers: Array.from({ length: 3 }, (_, at) => ({
            request: `PUT https://storage.example.org/${'a-very-long-folder/'.repeat(8)}${at}.ndjson.gz`,
            status: '503',
            body: 'Slow down. '.repeat(120),
          })),
        },
      }),
    },
  ],
} satisfies GalleryPage;
