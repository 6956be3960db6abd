importScripts('http://127.0.0.1:8090/peal-sw.js');
