import { PENDING_ACTIONS, PIPELINE_STATUSES } from '../../contract/enums.ts';
import { getStatusLook } from './status-look.ts';
import type { GalleryPage } from './widgets/gallery.ts';
import { StatusBadge } from './widgets/status/status-badge.tsx';

const cell = { padding: '4px 16px 4px 0', textAlign: 'start' } as const;

/** Every status combined with every pending action. */
const table = (look: 'text' | 'pill') => () => (
  <table>
    <thead>
      <tr>
        <th scope="col" style={cell}>
          Status
        </th>
        {PENDING_ACTIONS.map((pendingAction) => (
          <th key={pendingAction} scope="col" style={cell}>
            {pendingAction}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {PIPELINE_STATUSES.map((status) => (
        <tr key={status}>
          <th scope="row" style={cell}>
            {status}
          </th>
          {PENDING_ACTIONS.map((pendingAction) => (
            <td key={pendingAction} style={cell}>
              <StatusBadge {...getStatusLook({ status, pendingAction })} look={look} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

export default {
  title: 'Pipeline status',
  states: [
    { name: 'as text, every status with every pending action', render: table('text') },
    { name: 'as pill, every status with every pending action', render: table('pill') },
  ],
} satisfies GalleryPage;
