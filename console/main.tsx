import { render } from 'preact';
import { Shell } from './app/shell.tsx';

const place = document.getElementById('console');
if (place) render(<Shell />, place);
