import './configure-zod.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './styles/tokens.css';
import './styles/base.css';
import { applyTheme } from './theme/theme.ts';

applyTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
createRoot(root).render(<App />);
