import { useEffect } from 'react';
import { useSite } from '../../actors/sites.ts';
import { useStore } from '../../commands/store.ts';
import { lazyCode } from '../../widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../widgets/lazy/popup-boundary.tsx';
import { closeExchange, exchangeWindow } from './exchange-window.ts';

const { Component: ExportDialog } = lazyCode(() => import('./ExportDialog.tsx'));
const { Component: ImportDialog } = lazyCode(() => import('./ImportDialog.tsx'));

/** The place of the windows for import and export on a screen; their code comes when one is asked for. */
export function Exchange() {
  const shown = useStore(exchangeWindow);
  const site = useSite();
  useEffect(() => closeExchange, []);
  return (
    <PopupBoundary isOpen={shown !== undefined} onFailed={closeExchange}>
      {shown?.kind === 'export' && <ExportDialog of={shown.of} onClose={closeExchange} />}
      {shown?.kind === 'import' && (
        <ImportDialog siteId={shown.siteId} siteName={site.name} onClose={closeExchange} />
      )}
    </PopupBoundary>
  );
}
