import { components } from '../components/registry.ts';
import { runPreviewChild } from './child.ts';

runPreviewChild(components);
