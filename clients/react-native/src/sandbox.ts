export { sandboxTokens, type SandboxOptions, type SandboxPhone } from './sandbox/sandboxTokens.js';
