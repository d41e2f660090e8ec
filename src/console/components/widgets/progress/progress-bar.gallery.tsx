import type { GalleryPage } from '../gallery.ts';
import { ProgressBar } from './progress-bar.tsx';

export default {
  title: 'Progress bar',
  states: [
    { name: 'just begun', render: () => <ProgressBar label="Sending hosts.csv" percent={0} /> },
    {
      name: 'under way',
      render: () => <ProgressBar label="Sending city.mmdb" percent={42} note="26 of 62 MB" />,
    },
    { name: 'all sent', render: () => <ProgressBar label="Checking city.mmdb" percent={100} /> },
    { name: 'not known how much', render: () => <ProgressBar label="Sending" percent={undefined} /> },
    {
      name: 'a long name',
      render: () => (
        <ProgressBar
          label={`Sending ${'a-file-with-a-very-long-name-'.repeat(6)}.csv`}
          percent={7}
          note="1 of 16 MB"
        />
      ),
    },
  ],
} satisfies GalleryPage;
