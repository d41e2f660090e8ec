import type { GalleryPage } from '../gallery.ts';
import { KeySheetList, type KeySheetRow } from './key-sheet-list.tsx';

const SCREENS = ['Dashboard', 'Pipelines', 'Sources', 'Destinations', 'User profile'];
const LONG = 'Move all events of yesterday from the old archive in Frankfurt to the new one in Dublin';

const rowsOf = (titles: readonly string[]): KeySheetRow[] =>
  titles.map((title, index) => ({ id: title, keys: String.fromCharCode(97 + index), title }));

export default {
  title: 'Key sheet',
  states: [
    {
      name: 'what can follow',
      render: () => <KeySheetList pending={['g']} title="Go to" rows={rowsOf(SCREENS)} />,
    },
    {
      name: 'one way on',
      render: () => <KeySheetList pending={['g', 'x']} title="Macro" rows={rowsOf(['Morning'])} />,
    },
    {
      name: 'two more keys',
      render: () => (
        <KeySheetList
          pending={['g']}
          title="Go to"
          rows={[...rowsOf(SCREENS), { id: 'deep', keys: 'x shift+d', title: 'Deploy what is open' }]}
        />
      ),
    },
    {
      name: 'long titles',
      render: () => <KeySheetList pending={['g']} title="Macro" rows={rowsOf([LONG, `${LONG} again`])} />,
    },
    {
      name: 'many',
      render: () => (
        <KeySheetList
          pending={['g']}
          title="Go to"
          rows={rowsOf(Array.from({ length: 24 }, (_, index) => `Macro ${index + 1}`))}
        />
      ),
    },
  ],
} satisfies GalleryPage;
