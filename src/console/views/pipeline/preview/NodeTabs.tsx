import { Suspense } from 'react';
import { createLazyCode } from '../../../components/widgets/lazy/lazy-code.ts';
import { Tabs } from '../../../components/widgets/tabs/tabs.tsx';
import * as css from './preview.css.ts';
import { usePreviewOnScreen } from './preview-context.ts';

const { Component: PreviewPane } = createLazyCode(() => import('./PreviewPane.tsx'));

const TABS = [
  { id: 'node-config', label: 'Config' },
  { id: 'node-preview', label: 'Preview' },
];

/** With the preview at full width there are no tabs. */
export function useNodeTabs() {
  const { isWide, isInPanel, showInPanel } = usePreviewOnScreen();
  if (isWide) return { tabs: undefined, isPreview: false };
  const selected = isInPanel ? 'node-preview' : 'node-config';
  const bar = (
    <div className={css.panelTabs}>
      <Tabs
        label="Node"
        tabs={TABS}
        selected={selected}
        onSelect={(id) => showInPanel(id === 'node-preview')}
      />
    </div>
  );
  return { tabs: { bar, selected }, isPreview: isInPanel };
}

export const NodePreview = () => (
  <Suspense fallback={null}>
    <PreviewPane isDocked={false} />
  </Suspense>
);
