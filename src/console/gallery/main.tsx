import '../../../styles/index.ts';
import { createRoot } from 'react-dom/client';
import { Gallery } from './Gallery.tsx';
import { PAGES, toSlug } from './pages.ts';

const asked = new URLSearchParams(window.location.search);
document.documentElement.dataset.theme = asked.get('theme') === 'light' ? 'light' : 'dark';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
const page = PAGES.find(({ title }) => toSlug(title) === asked.get('page')) ?? PAGES[0];
createRoot(root).render(<Gallery page={page} stateName={asked.get('state')} theme={asked.get('theme')} />);
