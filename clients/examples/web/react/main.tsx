import { configure } from 'peal-client';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.js';

configure({ app: 'gss', baseUrl: 'http://127.0.0.1:8090', tokenUrl: '/peal/token' });
createRoot(document.getElementById('app')!).render(<StrictMode><App /></StrictMode>);
