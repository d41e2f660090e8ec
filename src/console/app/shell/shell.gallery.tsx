import type { GalleryPage } from '../../components/widgets/gallery.ts';
import { APPS } from '../apps.ts';
import { AppSwitcher } from './app-switcher.tsx';
import { Avatar } from './avatar.tsx';
import { Brand } from './brand.tsx';

const nothing = () => undefined;

export default {
  title: 'Shell',
  states: [
    { name: 'brand', render: () => <Brand /> },
    {
      name: 'one app',
      render: () => <AppSwitcher apps={APPS.slice(0, 1)} active="pipelineManager" onGo={nothing} />,
    },
    {
      name: 'switcher of apps',
      render: () => <AppSwitcher apps={APPS} active="settings" onGo={nothing} />,
    },
    { name: 'avatar', render: () => <Avatar user={{ name: 'Mara Hollis', picture: '' }} /> },
    { name: 'avatar before the session is known', render: () => <Avatar user={undefined} /> },
  ],
} satisfies GalleryPage;
