import { useEffect } from 'react';
import { takesRequests } from '../../../contract/managed-site.ts';
import { useStore } from '../../lib/store.ts';
import { useSite } from '../../state/sites.ts';
import { createLazyCode } from '../widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../widgets/lazy/popup-boundary.tsx';
import { closeExchange, exchangeWindow } from './exchange-window.ts';

const { Component: ExportDialog } = createLazyCode(() => import('./ExportDialog.tsx'));
const { Component: ImportDialog } = createLazyCode(() => import('./ImportDialog.tsx'));

export function Exchange() {
  const shown = useStore(exchangeWindow);
  const site = useSite();
  useEffect(() => closeExchange, []);
  return (
    <PopupBoundary isOpen={shown !== undefined} onFailed={closeExchange}>
      {shown?.kind === 'export' && <ExportDialog of={shown.of} onClose={closeExchange} />}
      {shown?.kind === 'import' && (
        <ImportDialog
          siteId={shown.siteId}
          siteName={site.name}
          isRequest={takesRequests(site)}
          onClose={closeExchange}
        />
      )}
    </PopupBoundary>
  );
}
