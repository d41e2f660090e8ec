import '../../../styles/index.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Gallery } from './Gallery.tsx';
import { PAGES, toSlug } from './pages.ts';

const element = document.getElementById('root');
if (!element) throw new Error('the page has no #root');
const root = createRoot(element);

function show(): void {
  const asked = new URLSearchParams(window.location.search);
  document.documentElement.dataset.theme = asked.get('theme') === 'light' ? 'light' : 'dark';
  const page = PAGES.find(({ title }) => toSlug(title) === asked.get('page')) ?? PAGES[0];
  // The key discards the previous page's state.
  flushSync(() =>
    root.render(
      <Gallery
        key={window.location.search}
        page={page}
        stateName={asked.get('state')}
        theme={asked.get('theme')}
      />,
    ),
  );
}
window.addEventListener('popstate', show);
show();
