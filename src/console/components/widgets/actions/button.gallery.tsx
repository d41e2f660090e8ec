import type { GalleryPage } from '../gallery.ts';
import { Button } from './button.tsx';

export default {
  title: 'Button',
  states: [
    {
      name: 'primary',
      render: () => (
        <Button variant="primary" keys="mod+s">
          Save as draft
        </Button>
      ),
    },
    { name: 'default', render: () => <Button icon="plus">Add source</Button> },
    { name: 'ghost', render: () => <Button variant="ghost">Cancel</Button> },
    { name: 'danger', render: () => <Button variant="danger">Delete 2 pipelines</Button> },
    {
      name: 'disabled with its reason',
      render: () => <Button disabledReason="The pipeline is being deployed">Edit Pipeline</Button>,
    },
    { name: 'small', render: () => <Button size="small">Reset</Button> },
  ],
} satisfies GalleryPage;
